//! Records of whole games, read and written, on a toy game that has all that the real ones have.

mod edit;
mod laws;
mod read;
mod toy;
