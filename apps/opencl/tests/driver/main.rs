//! The driver, called through its table of functions as a loader calls it.

mod cdna;
mod host;
mod images;
mod language;
mod misuse;
mod run;
mod spirv;
mod threads;
