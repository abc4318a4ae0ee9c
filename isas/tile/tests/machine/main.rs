//! The tile extension: its text and words, and its machine, against recorded answers, evaluators
//! that go element by element, and programs that check themselves.

mod common;
mod cooperation;
mod encoding;
mod forms;
mod messages;
mod naive;
mod naive_compute;
mod naive_memory;
mod programs;
mod robust;
mod timing;
mod waiting;
mod waits;
mod worked_kernels;
