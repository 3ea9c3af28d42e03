//! Letters to people, over SMTP. They wait in the store and are sent one after the other, so that nobody who asks for one
//! can tell from the time it takes whether it is sent; any server on the same database sends them.

use std::sync::Arc;
use std::time::Duration;

use halte_words::{Language, say};
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::Notify;

use crate::clock;
use crate::config::Config;
use crate::shutdown::closes;
use crate::state::{App, Shared};
use crate::store::{Letter, Purpose, StoreError};

/// How often it is looked for letters that another server posted, or that could not be sent before.
const LOOKING: Duration = Duration::from_secs(20);

/// How long a letter is left to whoever took it, before it is tried again.
const AGAIN: i64 = 5 * 60 * 1000;

/// How often a letter is tried: for half an hour.
const ATTEMPTS: u32 = 6;

/// The longest address (RFC 5321, 4.5.3.1.3, without the angle brackets).
const LONGEST_ADDRESS: usize = 254;

/// How letters are sent.
pub(crate) struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The site, in links.
    origin: String,
    /// Told of every letter that is posted here.
    pub(crate) posted: Arc<Notify>,
}

/// Why no mail can be sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The configuration's `smtp`.
    #[error("smtp: {0}")]
    Server(lettre::transport::smtp::Error),
    /// The configuration's `mail_from`.
    #[error("mail_from must be an address, such as halte@example.org or Halte <halte@example.org>")]
    From,
}

/// Why a letter could not be sent.
#[derive(Debug, thiserror::Error)]
enum Unsent {
    #[error("its link could not be made: {0}")]
    Link(crate::error::ApiError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("it could not be written: {0}")]
    Letter(#[from] lettre::error::Error),
    #[error("its recipient is no address: {0}")]
    Recipient(#[from] lettre::address::AddressError),
    #[error(transparent)]
    Server(#[from] lettre::transport::smtp::Error),
}

impl Unsent {
    /// Whether it would fail again and again.
    fn is_final(&self) -> bool {
        match self {
            Unsent::Server(error) => error.is_permanent(),
            Unsent::Link(_) | Unsent::Store(_) => false,
            Unsent::Letter(_) | Unsent::Recipient(_) => true,
        }
    }
}

/// Whether a text can be an address for mail.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= LONGEST_ADDRESS && text.parse::<Address>().is_ok()
}

impl Mail {
    /// How a server of this configuration sends letters; nothing if it does not.
    pub(crate) fn new(config: &Config) -> Result<Option<Mail>, MailError> {
        let (Some(server), Some(from), Some(origin)) = (&config.smtp, &config.mail_from, config.origins.first()) else {
            return Ok(None);
        };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server.secret_address());
        Ok(Some(Mail {
            transport: transport.map_err(MailError::Server)?.build(),
            from: from.parse().map_err(|_| MailError::From)?,
            origin: origin.as_str().to_owned(),
            posted: Arc::default(),
        }))
    }

    async fn send(&self, app: &App, letter: &Letter) -> Result<(), Unsent> {
        let Letter { purpose, account, .. } = letter;
        let confirmed = (*purpose == Purpose::Mail).then(|| letter.recipient.clone());
        let link = app.make_link(*purpose, account, confirmed, &self.origin).await;
        let (link, _) = link.map_err(Unsent::Link)?;
        // Whoever revoked it before the link was made did not revoke the link.
        if !app.store.is_waiting(&letter.id).await? {
            return Ok(());
        }
        let words = letter.language.parse::<Language>().unwrap_or_default().words();
        let site = self.origin.as_str();
        let (subject, body) = match purpose {
            Purpose::Password => (
                say!(words, "letter-password-subject", site: site),
                say!(words, "letter-password", name: account.as_str(), site: site, link: link),
            ),
            Purpose::Mail => (
                say!(words, "letter-mail-subject", site: site),
                say!(words, "letter-mail", name: account.as_str(), site: site, link: link),
            ),
        };
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, letter.recipient.parse()?))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(format!("{body}\n"))?;
        self.transport.send(message).await?;
        Ok(())
    }
}

/// Sends letters until the server closes.
pub(crate) async fn send_letters(app: Shared) {
    let Some(mail) = &app.mail else { return };
    let mut closing = app.closing.clone();
    loop {
        loop {
            let now = clock::now();
            let letter = match app.store.take_letter(now, now + AGAIN).await {
                Ok(Some(letter)) => letter,
                Ok(None) => break,
                Err(error) => {
                    tracing::warn!(cause = %error, "letters could not be looked for");
                    break;
                }
            };
            let is_done = match mail.send(&app, &letter).await {
                Ok(()) => true,
                Err(error) => {
                    let is_given_up = error.is_final() || letter.attempts + 1 >= ATTEMPTS;
                    tracing::warn!(cause = %error, is_given_up, "a letter could not be sent");
                    is_given_up
                }
            };
            if is_done && let Err(error) = app.store.delete_letter(&letter.id).await {
                tracing::warn!(cause = %error, "a letter that was sent may be sent again");
            }
        }
        tokio::select! {
            () = closes(&mut closing) => return,
            () = mail.posted.notified() => {}
            () = tokio::time::sleep(LOOKING) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain() {
        for (text, expected) in [
            ("anna@example.org", true),
            ("anna.b+c@mail.example.org", true),
            ("", false),
            ("anna", false),
            ("anna@", false),
            ("anna@example.org\r\nBcc: x@example.org", false),
            ("Anna <anna@example.org>", false),
            ("anna@example.org, ben@example.org", false),
            (&format!("{}@example.org", "a".repeat(250)), false),
        ] {
            assert_eq!(is_address(text), expected, "{text}");
        }
    }
}
