//! `halte administer`: what an administrator does with a browser, for whoever can read a site's database.

use std::io::{self, Write};
use std::net::IpAddr;

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

A person is the name of an account, or a guest's id, such as
guest:5xXo2bNIwGS7Oc9oRtR1zw; reports name them.

Examples:
  halte administer accounts
  halte administer appoint Anna
  halte administer log-out Anna          all her browsers and programs
  halte administer reset-password Anna   a link to send her
  halte administer reports
  halte administer silence Bert --for 3d --reason insults
  halte administer ban Bert --for 30d --address-for 1d --reason cheating
  halte administer end 5xXo2bNIwGS7 --reason 'both left long ago'
  halte administer reverse 5xXo2bNIwGS7 --reason 'the clock was wrong'";

/// Run a site: its administrators, other people's sessions, reports, silence and bans, games that ended by mistake
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
    /// Make a link by which an account's owner chooses a new password: good once, for 24 hours
    ResetPassword(Account),
    /// Give an account another name
    Rename {
        /// The account's name
        name: String,
        /// The name from now on
        new_name: String,
    },
    /// Delete an account for good, as its owner could
    Delete(Account),
    /// List what visitors have reported
    Reports,
    /// Settle all reports on a table
    Settle {
        /// The table's name, as in its address
        table: String,
    },
    /// List who is silenced or banned
    Measures,
    /// Let somebody play and not chat
    Silence(Measure),
    /// Let somebody chat again, or everybody new at an address, such as address:192.0.2.7
    Unsilence(Person),
    /// Let somebody do nothing, and throw them out
    Ban(Measure),
    /// Let somebody come again; an address, such as address:192.0.2.7, too
    Unban(Person),
    /// Exchange the key that signs guests; what the old one signed stays good for as long as guests are remembered
    RotateKey {
        /// Nothing that old keys signed is good any more: all guests lose their seats
        #[arg(long)]
        now: bool,
    },
    /// End a table that should not go on, without a result
    End {
        /// The table's name, as in its address
        table: String,
        /// Why; everybody at the table sees it
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
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

#[derive(Args)]
struct Person {
    /// The account's name, a guest's id, or address: and an address
    person: String,
}

#[derive(Args)]
struct Measure {
    #[command(flatten)]
    person: Person,
    /// For how long, such as 12h or 7d; for good without it
    #[arg(long = "for", value_name = "TIME", value_parser = hours)]
    time: Option<u64>,
    /// For how long it holds for everybody new, too, at the address where they are seen next
    #[arg(long, value_name = "TIME", value_parser = hours)]
    address_for: Option<u64>,
    /// Why; other administrators see it
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

/// Reads a time, in hours.
fn hours(text: &str) -> Result<u64, String> {
    let time = humantime::parse_duration(text).map_err(|_| "must be a time, such as 12h or 7d".to_owned())?;
    Ok(time.as_secs().div_ceil(3600).max(1))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let config = arguments.database.config()?;
    let site = site(&config, arguments.server.as_deref())?;
    let done = match &arguments.command {
        Command::Accounts => return list(&site),
        Command::Reports => return reports(&site),
        Command::Measures => return measures(&site),
        Command::Appoint(Account { name }) => appoint(&site, name, true),
        Command::Dismiss(Account { name }) => appoint(&site, name, false),
        Command::LogOut(Account { name }) => log_out(&site, name),
        Command::ResetPassword(Account { name }) => reset_password(&site, name),
        Command::Rename { name, new_name } => rename(&site, name, new_name),
        Command::Delete(Account { name }) => delete(&site, name),
        Command::Settle { table } => settle(&site, table),
        Command::Silence(measure) => impose(&site, measure, "silence"),
        Command::Unsilence(Person { person }) => lift(&site, person, "silence"),
        Command::Ban(measure) => impose(&site, measure, "ban"),
        Command::Unban(Person { person }) => lift(&site, person, "ban"),
        Command::RotateKey { now } => rotate_key(&site, *now),
        Command::End { table, reason } => end(&site, table, reason),
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
            // A name that stays taken is no account.
            if !account["gone_at"].is_null() {
                continue;
            }
            let mark = if account["is_administrator"] == true { "*" } else { " " };
            let name = text(&account["name"]);
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

fn reset_password(site: &Site, name: &str) -> Result<String, SiteError> {
    let path = format!("{ACCOUNTS}/{}/reset", segment(name)?);
    let made = site.send(Method::POST, &path, &json!({}))?;
    Ok(made["link"].as_str().unwrap_or_default().to_owned())
}

fn rename(site: &Site, name: &str, new_name: &str) -> Result<String, SiteError> {
    let path = format!("{ACCOUNTS}/{}/name", segment(name)?);
    site.send(Method::PUT, &path, &json!({"name": new_name}))?;
    Ok(format!("{name} is called {new_name} now"))
}

fn delete(site: &Site, name: &str) -> Result<String, SiteError> {
    site.delete(&format!("{ACCOUNTS}/{}", segment(name)?))?;
    Ok(format!("{name} is deleted"))
}

const REPORTS: &str = "/api/administration/reports";

fn reports(site: &Site) -> Result<(), Failure> {
    let found = site.get(REPORTS).map_err(|error| failure(&error))?;
    for report in found["reports"].as_array().into_iter().flatten() {
        let (table, person, reason) = (&report["table"], &report["person"], &report["reason"]);
        writeln!(
            io::stdout(),
            "table {}, by {}: {}",
            text(table),
            text(person),
            text(reason)
        )?;
        let who = |seat: usize| match &report["seats"][seat]["id"] {
            Value::Null => "nobody".to_owned(),
            id => text(id),
        };
        if report["is_unreadable"] == true {
            writeln!(io::stdout(), "  (the server cannot read this table)")?;
        }
        for remark in report["chat"].as_array().into_iter().flatten() {
            let by = who(usize::from(remark["by"] == "second"));
            writeln!(io::stdout(), "  {by}: {}", text(&remark["text"]))?;
        }
    }
    let shown = found["reports"].as_array().map_or(0, Vec::len) as u64;
    match found["open"].as_u64().unwrap_or_default().saturating_sub(shown) {
        0 => Ok(()),
        more => Ok(writeln!(io::stdout(), "{more} more are open: settle these first")?),
    }
}

fn settle(site: &Site, table: &str) -> Result<String, SiteError> {
    let settled = site.delete(&format!("{REPORTS}/{}", segment(table)?))?;
    Ok(format!("reports settled: {}", settled["reports"]))
}

const MEASURES: &str = "/api/administration/measures";

fn measures(site: &Site) -> Result<(), Failure> {
    let found = site.get(MEASURES).map_err(|error| failure(&error))?;
    for measure in found["measures"].as_array().into_iter().flatten() {
        let until = measure["until"].as_u64().map_or_else(
            || "for good".to_owned(),
            |until| {
                let until = std::time::UNIX_EPOCH + std::time::Duration::from_millis(until);
                format!("until {}", humantime::format_rfc3339_seconds(until))
            },
        );
        let (subject, kind, reason) = (&measure["subject"], &measure["kind"], &measure["reason"]);
        let by = text(&measure["imposed_by"]);
        writeln!(
            io::stdout(),
            "{} {}, {until}, by {by}: {}",
            text(kind),
            text(subject),
            text(reason)
        )?;
    }
    Ok(())
}

/// A text that somebody else has written, on one line: nothing in it does anything to the terminal, and no part of it looks
/// like a line of ours.
fn text(value: &Value) -> String {
    let is_harmful = |c: char| {
        let is_invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}');
        c.is_control() || is_invisible
    };
    let text = value.as_str().unwrap_or_default();
    let shown = text.chars().map(|c| match is_harmful(c) {
        true => c.escape_debug().to_string(),
        false => c.to_string(),
    });
    shown.collect()
}

/// Where a measure against somebody is: names of accounts are short for their owners' ids.
fn measure_path(person: &str, kind: &str) -> Result<String, SiteError> {
    let subject = match person.split_once(':') {
        None => format!("account:{}", segment(person)?),
        Some(("account" | "guest", id)) => {
            segment(id)?;
            person.to_owned()
        }
        Some(("address", address)) if address.parse::<IpAddr>().is_ok() => person.to_owned(),
        Some(_) => return Err(no_name(person)),
    };
    Ok(format!("{MEASURES}/{subject}/{kind}"))
}

fn impose(site: &Site, measure: &Measure, kind: &str) -> Result<String, SiteError> {
    let Person { person } = &measure.person;
    let body = json!({
        "reason": measure.reason,
        "hours": measure.time,
        "address_hours": measure.address_for.unwrap_or_default(),
    });
    site.send(Method::PUT, &measure_path(person, kind)?, &body)?;
    let done = if kind == "ban" { "banned" } else { "silenced" };
    Ok(match measure.time {
        Some(hours) => format!("{person} is {done} for {hours} hours"),
        None => format!("{person} is {done} for good"),
    })
}

fn lift(site: &Site, person: &str, kind: &str) -> Result<String, SiteError> {
    site.delete(&measure_path(person, kind)?)?;
    Ok(match kind {
        "ban" => format!("{person} is banned no longer"),
        _ => format!("{person} is silenced no longer"),
    })
}

fn rotate_key(site: &Site, now: bool) -> Result<String, SiteError> {
    site.send(Method::POST, "/api/administration/key", &json!({"now": now}))?;
    Ok(match now {
        true => "a new key signs; nothing that the old ones signed is good any more".to_owned(),
        false => "a new key signs; guests of before are still known".to_owned(),
    })
}

fn end(site: &Site, table: &str, reason: &str) -> Result<String, SiteError> {
    let path = format!("/api/tables/{}/end", segment(table)?);
    site.send(Method::POST, &path, &json!({"reason": reason}))?;
    Ok(format!("table {table} is ended"))
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
        false => Err(no_name(name)),
    }
}

fn no_name(name: &str) -> SiteError {
    SiteError::Refused {
        status: 404,
        code: "bad_name".to_owned(),
        message: format!("{name:?} can be no name"),
    }
}

fn failure(error: &SiteError) -> Failure {
    Failure::Usage(match error {
        SiteError::Away(reason) => format!("the server does not answer: {reason}"),
        error => error.to_string(),
    })
}
