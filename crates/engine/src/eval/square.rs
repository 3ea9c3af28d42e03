//! What Move's and Mixtour's boards of five by five cells have in common.

/// Cells that the symmetries of the square exchange are of one kind.
pub(super) const KIND: [usize; 25] = [
    0, 1, 2, 1, 0, //
    1, 3, 4, 3, 1, //
    2, 4, 5, 4, 2, //
    1, 3, 4, 3, 1, //
    0, 1, 2, 1, 0,
];

/// How many kinds there are.
pub(super) const KINDS: usize = 6;
