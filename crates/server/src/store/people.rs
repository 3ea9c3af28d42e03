//! What is kept of people: accounts, sessions and tokens, ratings, notes.

#![allow(missing_docs, reason = "many fields are said by their names")]

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::store::row::{Word, rows};

rows! {
    /// An account.
    #[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Account {
        /// The name, as its owner writes it.
        pub name: String,
        /// The password's hash, with the method and the salt; empty if no password will do.
        pub password_hash: String,
        pub created_at: i64,
        pub is_administrator: bool,
        /// The id of the guest that the owner was when they made it: the account has the guest's seats too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub guest: Option<String>,
    }

    /// A session or token, without the secret itself.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Credential {
        /// The hash of the secret, as text; it names the credential and opens nothing.
        pub hash: String,
        pub kind: CredentialKind,
        pub account: String = "name",
        /// What its owner knows it by: a browser's name, a token's label.
        pub label: String,
        pub created_at: i64,
        pub used_at: i64,
        /// From when on it is good for nothing.
        pub expires_at: Option<i64>,
    }

    /// A rating of Glicko-2.
    #[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
    pub struct Rating {
        /// How often it was changed, from 1; an update must say the next number.
        pub revision: u64,
        pub rating: f64,
        /// How unsure the strength is.
        pub deviation: f64,
        /// How much the strength varies.
        pub volatility: f64,
        /// The games that count in it.
        pub games: u64,
        pub at: i64,
    }

    /// A rating that changes because a game ended.
    #[derive(Clone, PartialEq, Debug)]
    pub struct RatingUpdate {
        pub account: String,
        /// What is rated apart from all else: a game and variant, such as `mixtour 20/1`.
        pub ladder: String,
        pub rating: Rating,
    }

    /// A rating that an account had once, and the table that brought it about.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct RatingChange {
        pub table: String = "table_id",
        pub rating: Rating,
    }

    /// Where an account stands on a ladder.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct Placing {
        pub account: String = "name",
        pub ladder: String,
        pub rating: Rating,
    }

    /// What a person noted on a table.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Note {
        pub person: String,
        pub table: String = "table_id",
        /// The text; empty for none.
        pub text: String = "body",
        pub at: i64,
    }
}

impl fmt::Debug for Account {
    /// Leaves out the password's hash: what is printed ends in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("name", &self.name)
            .field("created_at", &self.created_at)
            .field("is_administrator", &self.is_administrator)
            .field("guest", &self.guest)
            .finish_non_exhaustive()
    }
}

/// One thing to change about an account.
#[derive(Clone, PartialEq, Eq)]
pub enum AccountChange {
    Password(String),
    Administrator(bool),
}

/// By what an account proves itself from one request to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CredentialKind {
    /// A browser's cookie.
    Session,
    /// A program's token.
    Token,
}

impl fmt::Display for CredentialKind {
    /// The word for it, also in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CredentialKind::Session => "session",
            CredentialKind::Token => "token",
        })
    }
}

impl Word for CredentialKind {
    const ALL: &'static [Self] = &[CredentialKind::Session, CredentialKind::Token];
}
