//! Secrets: random ones, their hashes, and signatures by which the server knows its own words again.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

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

/// Signs texts with the server's key.
#[derive(Clone)]
pub struct Signer {
    key: Vec<u8>,
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
    /// What stands for a worker's token while it is compared.
    Worker,
}

impl Purpose {
    fn prefix(self) -> &'static [u8] {
        match self {
            Purpose::Guest => b"guest\0",
            Purpose::Brought => b"brought\0",
            Purpose::Operator => b"operator\0",
            Purpose::Client => b"client\0",
            Purpose::GuestOrigin => b"guest origin\0",
            Purpose::Worker => b"worker\0",
        }
    }
}

impl Signer {
    /// The name of its key among the server's secrets.
    pub const NAME: &str = "cookies";

    /// Signs with a key.
    pub fn new(key: Vec<u8>) -> Signer {
        Signer { key }
    }

    /// The text with its signature.
    pub fn sign(&self, purpose: Purpose, text: &str) -> String {
        let signature = self.authenticator(purpose, text).finalize().into_bytes();
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// The text, if its signature is right.
    pub fn verify<'a>(&self, purpose: Purpose, signed: &'a str) -> Option<&'a str> {
        let (text, signature) = signed.rsplit_once('.')?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        // In constant time.
        self.authenticator(purpose, text).verify_slice(&signature).ok()?;
        Some(text)
    }

    /// What nobody can tell from a text without the key.
    pub(crate) fn digest(&self, purpose: Purpose, text: &str) -> [u8; 32] {
        self.authenticator(purpose, text).finalize().into_bytes().into()
    }

    fn authenticator(&self, purpose: Purpose, text: &str) -> Hmac<Sha256> {
        let mut authenticator = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes keys of any length");
        authenticator.update(purpose.prefix());
        authenticator.update(text.as_bytes());
        authenticator
    }
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
    fn random_texts_are_long_and_different() {
        let texts: std::collections::HashSet<String> =
            (0..1000).map(|_| random_text::<32>().expect("randomness")).collect();
        assert_eq!(texts.len(), 1000);
        assert!(texts.iter().all(|text| text.len() == 43));
    }
}
