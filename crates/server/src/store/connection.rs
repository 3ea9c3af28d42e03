//! What the store needs of a database: statements in SQL that both backends understand, with values and rows of one
//! type.

use std::sync::Arc;

use async_trait::async_trait;

use crate::store::StoreError;

/// A value that is handed to a statement or comes back from one.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Integer(Option<i64>),
    Real(f64),
    /// A text; what comes back as NULL is a text that is not there, whatever the column.
    Text(Option<String>),
    Boolean(bool),
    Bytes(Vec<u8>),
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Integer(Some(value))
    }
}

impl From<Option<i64>> for Value {
    fn from(value: Option<i64>) -> Self {
        Value::Integer(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Value::Real(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(Some(value.to_owned()))
    }
}

impl From<Option<&str>> for Value {
    fn from(value: Option<&str>) -> Self {
        Value::Text(value.map(str::to_owned))
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Value::Text(Some(value))
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Boolean(value)
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Value::Bytes(value.to_vec())
    }
}

/// A number that a database can keep.
pub(super) fn integer(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError::Invalid(format!("{number} is too large a number")))
}

/// A statement with its values, `$1` and so on.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) sql: String,
    pub(super) values: Vec<Value>,
}

impl Statement {
    pub(super) fn new(sql: impl Into<String>, values: impl IntoIterator<Item = Value>) -> Self {
        let sql = sql.into();
        let values = values.into_iter().collect();
        Self { sql, values }
    }
}

/// A row that came back, read column by column.
pub(super) struct Row {
    pub(super) database: Arc<str>,
    pub(super) columns: std::vec::IntoIter<Value>,
}

impl Row {
    pub(super) fn integer(&mut self) -> Result<i64, StoreError> {
        self.optional_integer()?
            .ok_or_else(|| self.damaged("a number is missing"))
    }

    pub(super) fn optional_integer(&mut self) -> Result<Option<i64>, StoreError> {
        match self.columns.next() {
            Some(Value::Integer(value)) => Ok(value),
            Some(Value::Text(None)) => Ok(None),
            other => Err(self.damaged(&format!("{other:?} is no whole number"))),
        }
    }

    pub(super) fn unsigned(&mut self) -> Result<u64, StoreError> {
        let value = self.integer()?;
        u64::try_from(value).map_err(|_| self.damaged(&format!("{value} is negative")))
    }

    pub(super) fn real(&mut self) -> Result<f64, StoreError> {
        match self.columns.next() {
            Some(Value::Real(value)) => Ok(value),
            other => Err(self.damaged(&format!("{other:?} is no number"))),
        }
    }

    pub(super) fn boolean(&mut self) -> Result<bool, StoreError> {
        match self.columns.next() {
            Some(Value::Boolean(value)) => Ok(value),
            Some(Value::Integer(Some(value @ (0 | 1)))) => Ok(value == 1),
            other => Err(self.damaged(&format!("{other:?} is neither true nor false"))),
        }
    }

    pub(super) fn text(&mut self) -> Result<String, StoreError> {
        self.optional_text()?.ok_or_else(|| self.damaged("a text is missing"))
    }

    pub(super) fn optional_text(&mut self) -> Result<Option<String>, StoreError> {
        match self.columns.next() {
            Some(Value::Text(value)) => Ok(value),
            other => Err(self.damaged(&format!("{other:?} is no text"))),
        }
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, StoreError> {
        match self.columns.next() {
            Some(Value::Bytes(value)) => Ok(value),
            other => Err(self.damaged(&format!("{other:?} are no bytes"))),
        }
    }

    pub(super) fn damaged(&self, reason: &str) -> StoreError {
        StoreError::Damaged {
            database: self.database.to_string(),
            reason: reason.to_owned(),
        }
    }
}

/// A connection to a database. What was begun on it and not committed when it is dropped is undone.
#[async_trait]
pub(super) trait Connection: Send {
    /// Runs a statement and says how many rows it changed.
    async fn execute(&mut self, statement: Statement) -> Result<u64, StoreError>;

    /// Runs a query and returns all its rows.
    async fn fetch(&mut self, statement: Statement) -> Result<Vec<Row>, StoreError>;

    /// Runs a statement that has no values, such as the beginning and the end of a transaction.
    async fn run(&mut self, sql: &'static str) -> Result<(), StoreError>;
}

/// A database that connections are made to.
#[async_trait]
pub(super) trait Database: Send + Sync {
    /// What errors call it; without a password.
    fn name(&self) -> &str;

    /// How it writes what the backends write differently.
    fn dialect(&self) -> Dialect;

    /// The number of the newest schema that this program knows.
    fn newest_schema(&self) -> i64;

    /// The connection that writes, with the newest schema; [`StoreError::InUse`] if another server has one.
    async fn connect_writer(&self) -> Result<Box<dyn Connection>, StoreError>;

    /// A connection for one query; others use it again, so no transaction may be begun on it.
    async fn connect_reader(&self) -> Result<Box<dyn Connection>, StoreError>;

    /// A connection of one's own that reads.
    async fn connect_snapshot(&self) -> Result<Box<dyn Connection>, StoreError>;

    /// Copies the whole database to a new file; false if this database cannot.
    async fn copy_to(&self, file: &std::path::Path) -> Result<bool, StoreError>;

    /// Closes the connections that read.
    async fn close(&self);
}

/// The types of columns in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnType {
    Integer,
    Text,
    Boolean,
}

/// What the backends write differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Begins a transaction that writes.
    pub(super) fn begin(self) -> &'static str {
        match self {
            // A transaction that began by reading could not be made one that writes while another one wrote.
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        }
    }

    /// Begins a transaction that reads everything as it is at one moment.
    pub(super) fn begin_snapshot(self) -> &'static str {
        match self {
            Dialect::Sqlite => "BEGIN",
            Dialect::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// The texts of a JSON list, `$1`, as rows.
    pub(super) fn texts(self) -> &'static str {
        match self {
            Dialect::Sqlite => "SELECT value FROM json_each($1)",
            Dialect::Postgres => "SELECT json_array_elements_text($1::json)",
        }
    }

    /// The objects of a JSON list, `$1`, as rows: one statement of constant text writes any number of them.
    pub(super) fn objects(self, columns: &[(&str, ColumnType)]) -> String {
        let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
        match self {
            Dialect::Sqlite => {
                let values: Vec<_> = names.iter().map(|name| format!("value ->> '{name}'")).collect();
                // Without the condition SQLite takes the ON of ON CONFLICT for that of a join.
                format!("SELECT {} FROM json_each($1) WHERE true", values.join(", "))
            }
            Dialect::Postgres => {
                let typed = |(name, kind): &(&str, ColumnType)| match kind {
                    ColumnType::Integer => format!("{name} bigint"),
                    ColumnType::Text => format!("{name} text"),
                    ColumnType::Boolean => format!("{name} boolean"),
                };
                let typed: Vec<_> = columns.iter().map(typed).collect();
                let names = names.join(", ");
                format!(
                    "SELECT {names} FROM json_to_recordset($1::json) AS new ({})",
                    typed.join(", ")
                )
            }
        }
    }
}
