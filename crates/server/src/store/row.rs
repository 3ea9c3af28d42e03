//! Rows as values. A struct is declared once, with its columns; sqlx's `FromRow` reads it from a row of either
//! database, and the statements that write it take its columns from it.
//!
//! sqlx's own derive knows neither a person in two columns nor the list of columns, and would compile both drivers a
//! second time, for the compiler: 44 s of processor time in a fresh build.

use std::fmt;

use halte_game::{Outcome, Player};
use sqlx::error::BoxDynError;
use sqlx::postgres::PgRow;
use sqlx::query_builder::Separated;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Postgres, QueryBuilder, Row, Sqlite, Type};

use crate::store::PersonSummary;
use crate::store::backend::Driver;

/// A value that both databases have.
pub(crate) trait Cell:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Cell for T where T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres> {}

/// A row of either database.
pub(crate) trait Cells: Row {
    fn cell<T: Cell>(&self, column: &str) -> sqlx::Result<T>;
}

impl Cells for SqliteRow {
    fn cell<T: Cell>(&self, column: &str) -> sqlx::Result<T> {
        self.try_get(column)
    }
}

impl Cells for PgRow {
    fn cell<T: Cell>(&self, column: &str) -> sqlx::Result<T> {
        self.try_get(column)
    }
}

/// What a struct's field is in a row: one column as a rule.
pub(crate) trait Field: Sized {
    /// Reads it from its columns.
    fn read(row: &impl Cells, columns: &[&'static str]) -> sqlx::Result<Self>;

    /// Adds it to the values of a row that is written, a value for each column.
    fn bind<DB: Driver>(&self, values: &mut Separated<'_, DB, &'static str>);

    /// The columns, if these are the ones declared.
    fn columns(declared: &[&'static str]) -> Vec<&'static str> {
        declared.to_vec()
    }
}

macro_rules! plain_fields {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn read(row: &impl Cells, columns: &[&'static str]) -> sqlx::Result<Self> {
                row.cell(columns[0])
            }

            fn bind<DB: Driver>(&self, values: &mut Separated<'_, DB, &'static str>) {
                DB::bind(values.push(""), self.clone());
            }
        }
    )*};
}

plain_fields!(bool, f64, i64, Option<i64>, String, Option<String>);

macro_rules! counts {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn read(row: &impl Cells, columns: &[&'static str]) -> sqlx::Result<Self> {
                let number: i64 = row.cell(columns[0])?;
                number.try_into().map_err(|_| damaged(columns[0], format!("{number} is no count")))
            }

            fn bind<DB: Driver>(&self, values: &mut Separated<'_, DB, &'static str>) {
                // Numbers that are too large were refused before.
                DB::bind(values.push(""), i64::try_from(*self).unwrap_or(i64::MAX));
            }
        }
    )*};
}

counts!(u32, u64);

/// One of a few words, as text in the database and in JSON.
pub(crate) trait Word: Copy + fmt::Display + 'static {
    const ALL: &'static [Self];

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.to_string() == text)
    }
}

impl Word for Player {
    const ALL: &'static [Self] = &Player::ALL;
}

impl Word for Outcome {
    const ALL: &'static [Self] = &[Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
}

impl<T: Word> Field for Option<T> {
    fn read(row: &impl Cells, columns: &[&'static str]) -> sqlx::Result<Self> {
        let text: Option<String> = row.cell(columns[0])?;
        let word = |text: String| {
            T::parse(&text).ok_or_else(|| damaged(columns[0], format!("{text:?} is none of the words there are")))
        };
        text.map(word).transpose()
    }

    fn bind<DB: Driver>(&self, values: &mut Separated<'_, DB, &'static str>) {
        DB::bind(values.push(""), self.map(|word| word.to_string()));
    }
}

impl<T: Word> Field for T {
    fn read(row: &impl Cells, columns: &[&'static str]) -> sqlx::Result<Self> {
        Option::read(row, columns)?.ok_or_else(|| damaged(columns[0], "a word is missing".to_owned()))
    }

    fn bind<DB: Driver>(&self, values: &mut Separated<'_, DB, &'static str>) {
        Some(*self).bind(values);
    }
}

/// Two columns: the id and the name.
impl Field for Option<PersonSummary> {
    fn read(row: &impl Cells, columns: &[&'static str]) -> sqlx::Result<Self> {
        let (id, name): (Option<String>, Option<String>) = (row.cell(columns[0])?, row.cell(columns[1])?);
        Ok(id.zip(name).map(|(id, name)| PersonSummary { id, name }))
    }

    fn bind<DB: Driver>(&self, values: &mut Separated<'_, DB, &'static str>) {
        let (id, name) = self.clone().map(|person| (person.id, person.name)).unzip();
        DB::bind(values.push(""), id);
        DB::bind(values.push(""), name);
    }
}

/// A statement that writes rows.
pub(super) fn insert<'a, DB: Driver, T: Field + 'a>(
    table: &'static str,
    rows: impl IntoIterator<Item = &'a T>,
) -> QueryBuilder<DB> {
    let mut query = QueryBuilder::new("INSERT INTO ");
    query.push(table).push(" (");
    let mut columns = query.separated(", ");
    for column in T::columns(&[]) {
        columns.push(column);
    }
    query.push(") ");
    query.push_values(rows, |mut values, row| row.bind(&mut values));
    query
}

/// Like [`insert`]; a row that is there already, by its key, is written anew.
pub(super) fn insert_or_update<'a, DB: Driver, T: Field + 'a>(
    table: &'static str,
    key: &'static str,
    rows: impl IntoIterator<Item = &'a T>,
) -> QueryBuilder<DB> {
    let mut query = insert(table, rows);
    query.push("ON CONFLICT (").push(key).push(") DO UPDATE SET ");
    let mut changes = query.separated(", ");
    for column in T::columns(&[]) {
        changes.push(format_args!("{column} = excluded.{column}"));
    }
    query
}

fn damaged(column: &str, reason: String) -> sqlx::Error {
    sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: BoxDynError::from(reason),
    }
}

/// Declares structs that are rows, or parts of rows. A field has the column of its name, or those after the `=`; a
/// field that is such a struct itself has that one's columns.
macro_rules! rows {
    (@columns $field:ident) => { [stringify!($field)] };
    (@columns $field:ident $($column:literal)+) => { [$($column),+] };
    ($(
        $(#[$of_struct:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$of_field:meta])* $of:vis $field:ident: $type:ty $(= $($column:literal)&+)?,)*
        }
    )*) => {$(
        $(#[$of_struct])*
        $visibility struct $name {
            $($(#[$of_field])* $of $field: $type,)*
        }

        impl $crate::store::row::Field for $name {
            fn read(row: &impl $crate::store::row::Cells, _: &[&'static str]) -> sqlx::Result<Self> {
                use $crate::store::row::{Field, rows};
                Ok(Self { $($field: Field::read(row, &rows!(@columns $field $($($column)+)?))?,)* })
            }

            fn bind<DB: $crate::store::backend::Driver>(
                &self,
                values: &mut sqlx::query_builder::Separated<'_, DB, &'static str>,
            ) {
                $($crate::store::row::Field::bind(&self.$field, values);)*
            }

            fn columns(_: &[&'static str]) -> Vec<&'static str> {
                use $crate::store::row::{Field, rows};
                [$(<$type as Field>::columns(&rows!(@columns $field $($($column)+)?))),*].concat()
            }
        }

        impl<'r, R: $crate::store::row::Cells> sqlx::FromRow<'r, R> for $name {
            fn from_row(row: &'r R) -> sqlx::Result<Self> {
                $crate::store::row::Field::read(row, &[])
            }
        }
    )*};
}

pub(crate) use rows;
