//! What is kept of people: accounts, sessions and tokens, ratings, notes.

#![allow(missing_docs, reason = "many fields are said by their names")]

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
        /// Where its owner gets mail, as they have confirmed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub mail: Option<String>,
        /// Since when it is nothing but a name that nobody else may have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub gone_at: Option<i64>,
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

    /// What was done against somebody who did harm.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Measure {
        /// A person's id, or `address:` and an address.
        pub subject: String,
        pub kind: MeasureKind,
        pub reason: String,
        /// The name of who did it.
        pub imposed_by: String,
        pub imposed_at: i64,
        /// When it ends by itself; never if there is no time.
        pub until: Option<i64>,
        /// For how long the address is banned where a banned person is seen next; 0 for no time.
        pub address_time: i64,
    }

    /// Somebody found that the chat at a table needs an administrator.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Report {
        pub person: String,
        pub table: String = "table_id",
        pub reason: String,
        pub reported_at: i64,
        pub settled_at: Option<i64>,
        pub settled_by: Option<String>,
    }

    /// A one-time link, without the secret itself.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Ticket {
        pub hash: String,
        pub purpose: Purpose,
        /// The account's name, in small letters.
        pub account: String,
        /// The address that is confirmed by it.
        pub mail: Option<String>,
        pub expires_at: i64,
    }

    /// A letter to be sent. Whoever sends it makes its link.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Letter {
        pub id: String,
        pub purpose: Purpose,
        /// The account's name, in small letters.
        pub account: String,
        pub recipient: String,
        pub language: String,
        /// When to try next.
        pub due_at: i64,
        /// How often it was tried.
        pub attempts: u32,
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

/// By what somebody has proved that an account is theirs; it must still hold when it is acted upon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof<'a> {
    /// The password's hash against which the password was checked.
    Password(&'a str),
    /// The hash of the session that asks.
    Session(&'a str),
}

/// What can be done against somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MeasureKind {
    /// They may play and not chat.
    Silence,
    /// They may do nothing.
    Ban,
}

impl fmt::Display for MeasureKind {
    /// The word for it, also in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MeasureKind::Silence => "silence",
            MeasureKind::Ban => "ban",
        })
    }
}

impl Word for MeasureKind {
    const ALL: &'static [Self] = &[MeasureKind::Silence, MeasureKind::Ban];
}

/// What a one-time link is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// To choose a new password.
    Password,
    /// To confirm an address.
    Mail,
}

impl fmt::Display for Purpose {
    /// The word for it, also in the database.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Purpose::Password => "password",
            Purpose::Mail => "mail",
        })
    }
}

impl Word for Purpose {
    const ALL: &'static [Self] = &[Purpose::Password, Purpose::Mail];
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
