//! Everything that Halte says to people, in English and in French.
//!
//! The words are [Project Fluent](https://projectfluent.org)'s files, which the page reads as well: those of everything
//! in `words/LANGUAGE/`, those of one game in `games/GAME/*.LANGUAGE.ftl`. They are found by listing and are part of the
//! program.
//!
//! ```
//! use halte_words::{Language, say};
//!
//! let words = Language::French.words();
//! assert_eq!(say!(words, "by", authors: "Dieter Stein"), "de Dieter Stein");
//! assert_eq!(say!(words, "move-count", count: 1), "1 coup");
//! ```

mod language;
mod words;

pub use language::{Language, UnknownLanguage};
pub use words::{Value, Words};

/// What is said under an id of the catalogue, with the values it names: `say!(words, "by", authors: "Dieter Stein")`.
#[macro_export]
macro_rules! say {
    ($words:expr, $id:expr $(, $name:ident: $value:expr)* $(,)?) => {
        $words.say($id, &[$((stringify!($name), $crate::Value::from($value))),*])
    };
}
