//! `halte administer`: what an administrator does with a browser, for whoever can read a site's database.

use std::io::{self, Write};

use clap::{Args, Subcommand};
use halte_server::config::Config;
use halte_server::store::Reader;
use halte_server::{OPERATOR_SCHEME, Signer, operator_pass};
use reqwest::Method;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::site::{Site, SiteError};
use crate::store::{DatabaseArguments, told};

const AFTER_HELP: &str = "\
The server must run: it does everything itself, so that whoever is at a
table sees it at once. You prove that you may by being able to read its
database, which is found as for `halte serve` and named first.

Examples:
  halte administer accounts
  halte administer appoint Anna
  halte administer log-out Anna          all her browsers and programs
  halte administer reverse 5xXo2bNIwGS7 --reason 'the clock was wrong'";

/// Run a site: its administrators, other people's sessions, games that ended by mistake
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    database: DatabaseArguments,
    /// Where the server is, if not at its configured address on this machine
    #[arg(long, value_name = "URL", global = true)]
    server: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the accounts, administrators with a star
    Accounts,
    /// Make an account's owner an administrator
    Appoint(Account),
    /// Make an account's owner an administrator no longer
    Dismiss(Account),
    /// Revoke all sessions and API tokens of an account
    LogOut(Account),
    /// Undo the end of a game that was a mistake
    Reverse {
        /// The table's name, as in its address
        table: String,
        /// Why; everybody at the table sees it
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

#[derive(Args)]
struct Account {
    /// The account's name
    name: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let config = arguments.database.config()?;
    let site = site(&config, arguments.server.as_deref())?;
    let done = match &arguments.command {
        Command::Accounts => return list(&site),
        Command::Appoint(Account { name }) => appoint(&site, name, true),
        Command::Dismiss(Account { name }) => appoint(&site, name, false),
        Command::LogOut(Account { name }) => log_out(&site, name),
        Command::Reverse { table, reason } => reverse(&site, table, reason),
    };
    let said = done.map_err(|error| failure(&error))?;
    Ok(writeln!(io::stdout(), "{said}")?)
}

const ACCOUNTS: &str = "/api/administration/accounts";

/// The server, asked by the operator.
fn site(config: &Config, server: Option<&str>) -> Result<Site, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let secret = runtime.block_on(async {
        let reader = Reader::open(config.database.secret_address(), config.database_patience).await?;
        reader.secret(Signer::NAME).await
    });
    let secret = secret.map_err(|error| Failure::Usage(told(&error)))?;
    let secret = secret.ok_or_else(|| Failure::Usage("no server has ever used this database".to_owned()))?;
    let pass = operator_pass(&Signer::new(secret));
    let authorization = format!("{OPERATOR_SCHEME} {pass}");
    match server {
        Some(server) => Site::new(server, &authorization),
        None => Site::of_config(config, &authorization),
    }
}

fn list(site: &Site) -> Result<(), Failure> {
    let mut path = ACCOUNTS.to_owned();
    loop {
        let page = site.get(&path).map_err(|error| failure(&error))?;
        for account in page["accounts"].as_array().into_iter().flatten() {
            let mark = if account["is_administrator"] == true { "*" } else { " " };
            let name = account["name"].as_str().unwrap_or_default();
            writeln!(io::stdout(), "{mark} {name}")?;
        }
        let Some(next) = page["next"].as_str() else {
            return Ok(());
        };
        path = format!("{ACCOUNTS}?after={next}");
    }
}

fn appoint(site: &Site, name: &str, is_administrator: bool) -> Result<String, SiteError> {
    let body = json!({"is_administrator": is_administrator});
    let path = format!("{ACCOUNTS}/{}", segment(name)?);
    let account: Value = site.send(Method::PUT, &path, &body)?;
    let name = account["name"].as_str().unwrap_or(name);
    Ok(match is_administrator {
        true => format!("{name} is an administrator"),
        false => format!("{name} is no administrator"),
    })
}

fn log_out(site: &Site, name: &str) -> Result<String, SiteError> {
    let revoked = site.delete(&format!("{ACCOUNTS}/{}/credentials", segment(name)?))?;
    let (sessions, tokens) = (&revoked["sessions"], &revoked["tokens"]);
    Ok(format!(
        "{name} is logged out: {sessions} sessions and {tokens} tokens are revoked"
    ))
}

fn reverse(site: &Site, table: &str, reason: &str) -> Result<String, SiteError> {
    let path = format!("/api/tables/{}/reversal", segment(table)?);
    site.send(Method::POST, &path, &json!({"reason": reason}))?;
    Ok(format!("the game at table {table} goes on"))
}

/// A name as part of a path: names of accounts and tables are plain, and what is not plain is none.
fn segment(name: &str) -> Result<&str, SiteError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !name.is_empty() && name.chars().all(is_plain) {
        true => Ok(name),
        false => Err(SiteError::Refused {
            status: 404,
            code: "bad_name".to_owned(),
            message: format!("{name:?} can be no name"),
        }),
    }
}

fn failure(error: &SiteError) -> Failure {
    Failure::Usage(match error {
        SiteError::Away(reason) => format!("the server does not answer: {reason}"),
        error => error.to_string(),
    })
}
