//! Tests of AMD's instruction sets. One program, so that it is linked once.

mod code_object;
mod corpus;
mod coverage;
mod directives;
mod exec;
mod image;
mod launch;
mod laws;
mod matrix;
mod mfma;
mod rays;
mod rgp;
mod robust;
mod rows;
mod source;
mod timing;
mod transposed;
mod unused;
