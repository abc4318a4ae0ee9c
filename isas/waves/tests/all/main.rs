//! Tests of Waves. One program, so that it is linked once.

mod common;
mod corpus;
mod in_flight;
mod random;
mod table;
mod timing;
