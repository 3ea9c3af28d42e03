//! Secrets: random ones, their hashes, and signatures by which the server knows its own words again.

use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::clock;

/// No random numbers are to be had from the operating system.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random numbers: {0}")]
pub struct NoRandomness(getrandom::Error);

/// Random bytes from the operating system.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    Ok(bytes)
}

/// A random text of 8 * N bits, of letters, digits, `-` and `_`.
pub(crate) fn random_text<const N: usize>() -> Result<String, NoRandomness> {
    Ok(URL_SAFE_NO_PAD.encode(random_bytes::<N>()?))
}

/// The hash under which a secret is kept. Secrets are random and long, so a fast hash is safe.
pub(crate) fn hash(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(secret.as_bytes()))
}

/// Whether a text can be a hash: whatever has another form names no session, token or link.
pub(crate) fn is_hash(text: &str) -> bool {
    text.len() == 43
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Signs texts with the server's key. Keys of before it still knows its words by, until their time is up.
#[derive(Clone)]
pub struct Signer {
    /// The newest first.
    keys: Arc<RwLock<Vec<Key>>>,
}

/// A key, and from when on nothing that it signed is good any more.
struct Key {
    bytes: Vec<u8>,
    expires_at: Option<i64>,
}

/// What a signature is for, so that one for another purpose is worth nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Guest,
    /// The name of a table that somebody brings along.
    Brought,
    /// The pass of whoever can read the server's database.
    Operator,
    /// What stands for a client where its address shall not be known.
    Client,
    /// What hides the client in a guest's id.
    GuestOrigin,
    /// A browser in which an account's owner has logged in before.
    Device,
}

impl Purpose {
    fn prefix(self) -> &'static [u8] {
        match self {
            Purpose::Guest => b"guest\0",
            Purpose::Brought => b"brought\0",
            Purpose::Operator => b"operator\0",
            Purpose::Client => b"client\0",
            Purpose::GuestOrigin => b"guest origin\0",
            Purpose::Device => b"device\0",
        }
    }
}

impl Signer {
    /// The name of its key among the server's secrets.
    pub const NAME: &str = "cookies";

    /// What the names of keys of before begin with; the time when they expire follows.
    pub(crate) const BEFORE: &str = "cookies until ";

    /// Signs with a key.
    pub fn new(key: Vec<u8>) -> Signer {
        Signer::of([(Signer::NAME.to_owned(), key)])
    }

    /// Signs with the newest of the server's keys, by their names among its secrets.
    pub(crate) fn of(secrets: impl IntoIterator<Item = (String, Vec<u8>)>) -> Signer {
        let signer = Signer { keys: Arc::default() };
        signer.exchange(secrets);
        signer
    }

    /// From now on uses these keys, by their names among the server's secrets.
    pub(crate) fn exchange(&self, secrets: impl IntoIterator<Item = (String, Vec<u8>)>) {
        let key = |(name, bytes): (String, Vec<u8>)| match name.strip_prefix(Signer::BEFORE) {
            Some(until) => until.parse().ok().map(|until| Key {
                bytes,
                expires_at: Some(until),
            }),
            None => (name == Signer::NAME).then_some(Key {
                bytes,
                expires_at: None,
            }),
        };
        let mut keys: Vec<Key> = secrets.into_iter().filter_map(key).collect();
        // None comes first; the newest of the others expires last.
        keys.sort_by_key(|key| std::cmp::Reverse(key.expires_at.unwrap_or(i64::MAX)));
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
    }

    /// The text with its signature.
    pub fn sign(&self, purpose: Purpose, text: &str) -> String {
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(self.digest(purpose, text)))
    }

    /// What nobody can tell from a text without the newest key.
    pub(crate) fn digest(&self, purpose: Purpose, text: &str) -> [u8; 32] {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let key = keys.first().map_or(&[][..], |key| &key.bytes);
        authenticator(key, purpose, text).finalize().into_bytes().into()
    }

    /// The text, if its signature is right. Passes of the operator are made a moment before: a key of before makes none.
    pub fn verify<'a>(&self, purpose: Purpose, signed: &'a str) -> Option<&'a str> {
        let (text, signature) = signed.rsplit_once('.')?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        let now = clock::now();
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let count = if purpose == Purpose::Operator { 1 } else { keys.len() };
        let mut good = keys
            .iter()
            .take(count)
            .filter(|key| key.expires_at.is_none_or(|at| at > now));
        // In constant time.
        let is_right = |key: &Key| {
            authenticator(&key.bytes, purpose, text)
                .verify_slice(&signature)
                .is_ok()
        };
        good.any(is_right).then_some(text)
    }
}

fn authenticator(key: &[u8], purpose: Purpose, text: &str) -> Hmac<Sha256> {
    let mut authenticator = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    authenticator.update(purpose.prefix());
    authenticator.update(text.as_bytes());
    authenticator
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_signed_is_accepted() {
        let signer = Signer::new(vec![7; 32]);
        let signed = signer.sign(Purpose::Guest, "anna");
        assert_eq!(signer.verify(Purpose::Guest, &signed), Some("anna"));
        assert_eq!(Signer::new(vec![8; 32]).verify(Purpose::Guest, &signed), None);
        for length in 0..signed.len() {
            assert_eq!(signer.verify(Purpose::Guest, &signed[..length]), None);
        }
        for index in 0..signed.len() {
            let mut forged = signed.clone().into_bytes();
            forged[index] = if forged[index] == b'A' { b'B' } else { b'A' };
            assert_eq!(
                signer.verify(Purpose::Guest, &String::from_utf8(forged).expect("text")),
                None,
                "{index}"
            );
        }
        assert_eq!(signer.verify(Purpose::Guest, &format!("{signed}A")), None);
        assert_eq!(signer.verify(Purpose::Guest, ""), None);
        assert_eq!(signer.verify(Purpose::Guest, "anna."), None);
    }

    #[test]
    fn keys_are_exchanged() {
        let until = |time: i64| format!("{}{time}", Signer::BEFORE);
        let (old, new) = (vec![7; 32], vec![8; 32]);
        let before = Signer::new(old.clone()).sign(Purpose::Guest, "anna");
        let pass = Signer::new(old.clone()).sign(Purpose::Operator, "1");
        let check = |secrets: Vec<(String, Vec<u8>)>, expected: Option<&str>| {
            let signer = Signer::of(secrets);
            assert_eq!(signer.verify(Purpose::Guest, &before), expected);
            assert_eq!(signer.verify(Purpose::Operator, &pass), None);
            let after = signer.sign(Purpose::Guest, "anna");
            assert_eq!(after, Signer::new(new.clone()).sign(Purpose::Guest, "anna"));
            assert_eq!(signer.verify(Purpose::Guest, &after), Some("anna"));
        };
        let now = (Signer::NAME.to_owned(), new.clone());
        check(
            vec![now.clone(), (until(clock::now() + 60_000), old.clone())],
            Some("anna"),
        );
        check(vec![(until(i64::MAX - 1), old.clone()), now.clone()], Some("anna"));
        check(vec![now.clone(), (until(1), old.clone())], None);
        check(vec![now.clone(), ("cookies until then".to_owned(), old)], None);
        check(vec![now], None);
    }

    #[test]
    fn random_texts_are_long_and_different() {
        let texts: std::collections::HashSet<String> =
            (0..1000).map(|_| random_text::<32>().expect("randomness")).collect();
        assert_eq!(texts.len(), 1000);
        assert!(texts.iter().all(|text| text.len() == 43));
    }
}
