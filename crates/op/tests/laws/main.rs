//! What must hold of every lane function, and what the functions must return.

mod cores;
mod division;
mod exact;
mod ieee;
mod integers;
mod kernels;
mod nans;
mod rows;
mod samples;
mod transfers;
