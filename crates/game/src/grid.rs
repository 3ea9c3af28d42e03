//! The cells of a board that has rows and columns.

/// Declares the cells of a board of so many columns and rows, numbered row after row. What they are called, `Display`, is the
/// game's own.
///
/// ```
/// use std::fmt;
///
/// halte_game::grid_cells! {
///     /// A cell of Tic-tac-toe.
///     pub struct Cell: 3 x 3
/// }
///
/// impl fmt::Display for Cell {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "{}{}", ["a", "b", "c"][self.column()], self.row() + 1)
///     }
/// }
///
/// assert_eq!(Cell::new(1, 2).map(|cell| (cell.index(), cell.to_string())), Some((7, "b3".to_owned())));
/// assert_eq!(Cell::all().filter(|cell| cell.row() == 0).map(|cell| format!("{cell:?} ")).collect::<String>(), "a1 b1 c1 ");
/// ```
#[macro_export]
macro_rules! grid_cells {
    ($(#[$attribute:meta])* $visibility:vis struct $Cell:ident: $columns:tt x $rows:tt) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $Cell(u8);

        impl $Cell {
            /// How many there are.
            pub const COUNT: usize = $columns * $rows;

            /// All cells, row after row.
            pub fn all() -> impl DoubleEndedIterator<Item = $Cell> + ExactSizeIterator {
                (0..$Cell::COUNT as u8).map($Cell)
            }

            /// The cell in a column and a row, both counted from 0, if there is one.
            #[must_use]
            pub const fn new(column: usize, row: usize) -> Option<$Cell> {
                if column < $columns && row < $rows {
                    Some($Cell((row * $columns + column) as u8))
                } else {
                    None
                }
            }

            /// The cell with this [`index`](Self::index), if there is one.
            #[must_use]
            pub const fn from_index(index: usize) -> Option<$Cell> {
                if index < $Cell::COUNT {
                    Some($Cell(index as u8))
                } else {
                    None
                }
            }

            /// Its place in the order of [`all`](Self::all), from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Its column, counted from 0.
            #[must_use]
            pub const fn column(self) -> usize {
                self.index() % $columns
            }

            /// Its row, counted from 0.
            #[must_use]
            pub const fn row(self) -> usize {
                self.index() / $columns
            }
        }

        impl ::core::fmt::Debug for $Cell {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
}
