//! RV64GCV: its text and words, and a hart on a machine with nothing but memory, against recorded
//! answers of LLVM and runs of an emulator.

mod encoding;
mod executables;
mod machine;
mod programs;
mod vector;
