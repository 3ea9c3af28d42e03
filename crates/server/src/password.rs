//! Passwords: kept as argon2id hashes, which are made and checked a few at a time, away from everything else.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::limits::{Client, Turns};
use crate::secret::{self, NoRandomness};

/// Kibibytes, passes and lanes of argon2id: the first choice of OWASP's "Password Storage Cheat Sheet".
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// The shortest password, in characters, and the longest, in bytes: a longer one would only cost time.
pub(crate) const LENGTHS: (usize, usize) = (8, 200);

/// Why a password could not be hashed or checked.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// The hashing itself.
    #[error("a password could not be hashed: {0}")]
    Hash(String),
    /// No salt.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// The thread that hashed is gone.
    #[error("the hashing of a password was broken off")]
    BrokenOff,
}

pub(crate) struct Passwords {
    /// One client has half of the permits at most, if there are two: whoever has many passwords checked waits for their own.
    of_client: Turns<Client>,
    permits: Arc<Semaphore>,
    /// The hash of a password that nobody knows: an unknown name is checked against it, so that it takes as long to
    /// refuse as a wrong password.
    decoy: String,
}

impl Passwords {
    /// Checks at most so many passwords at once. It takes as long as hashing one.
    pub(crate) fn new(at_once: u32) -> Result<Passwords, PasswordError> {
        let decoy = hash_now(&secret::random_text::<32>()?)?;
        Ok(Passwords {
            of_client: Turns::new((at_once as usize / 2).max(1)),
            permits: Arc::new(Semaphore::new(at_once as usize)),
            decoy,
        })
    }

    pub(crate) async fn hash(&self, client: Client, password: String) -> Result<String, PasswordError> {
        self.apart(client, move || hash_now(&password)).await
    }

    /// Whether a password is right. Without a hash it is not, after the same time.
    pub(crate) async fn verify(
        &self,
        client: Client,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, PasswordError> {
        let known = hash.filter(|hash| !hash.is_empty());
        let is_known = known.is_some();
        let hash = known.unwrap_or_else(|| self.decoy.clone());
        let fits = self.apart(client, move || verify_now(&password, &hash)).await?;
        Ok(fits && is_known)
    }

    /// Runs something long on a thread where it holds up nobody.
    async fn apart<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let turn = self.of_client.take(client).await;
        let permits = Arc::clone(&self.permits);
        let permit = permits.acquire_owned().await.map_err(|_| PasswordError::BrokenOff)?;
        let task = tokio::task::spawn_blocking(move || {
            let result = work();
            // Not before: a client that goes away does not end the work, which must go on counting.
            drop((permit, turn));
            result
        });
        task.await.map_err(|_| PasswordError::BrokenOff)?
    }
}

fn argon2() -> Result<Argon2<'static>, PasswordError> {
    let params = Params::new(MEMORY, PASSES, LANES, None).map_err(|error| PasswordError::Hash(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash_now(password: &str) -> Result<String, PasswordError> {
    let salt = secret::random_bytes::<16>()?;
    let hash: PasswordHash = argon2()?
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map_err(|error| PasswordError::Hash(error.to_string()))?;
    Ok(hash.to_string())
}

fn verify_now(password: &str, hash: &str) -> Result<bool, PasswordError> {
    let hash = PasswordHash::new(hash).map_err(|error| PasswordError::Hash(error.to_string()))?;
    match argon2()?.verify_password(password.as_bytes(), &hash) {
        Ok(()) => Ok(true),
        Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
        Err(error) => Err(PasswordError::Hash(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn client(number: u8) -> Client {
        IpAddr::from([10, 0, 0, number]).into()
    }

    /// One client has many passwords checked at once, another one logs in meanwhile and does not wait for them all.
    #[tokio::test]
    async fn who_guesses_waits_for_themselves() {
        let passwords = Arc::new(Passwords::new(2).expect("hashing"));
        let checked = Arc::new(AtomicUsize::new(0));
        let guesses: Vec<_> = (0..20)
            .map(|_| {
                let (passwords, checked) = (Arc::clone(&passwords), Arc::clone(&checked));
                tokio::spawn(async move {
                    let guess = passwords.verify(client(1), "wrong horse".to_owned(), None);
                    assert!(!guess.await.expect("checked"));
                    checked.fetch_add(1, Ordering::Relaxed);
                })
            })
            .collect();
        // All of them are under way or wait.
        tokio::task::yield_now().await;
        passwords
            .hash(client(2), "correct horse".to_owned())
            .await
            .expect("a hash");
        let before = checked.load(Ordering::Relaxed);
        assert!(before < 10, "{before} of another client came first");
        for guess in guesses {
            guess.await.expect("no panic");
        }
    }

    #[tokio::test]
    async fn only_the_right_password_fits() {
        let passwords = Passwords::new(1).expect("hashing");
        let hash = passwords
            .hash(client(1), "correct horse".to_owned())
            .await
            .expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let check = async |password: &str, hash: Option<&str>| {
            passwords
                .verify(client(1), password.to_owned(), hash.map(str::to_owned))
                .await
                .map_err(|error| error.to_string())
        };
        assert_eq!(check("correct horse", Some(&hash)).await, Ok(true));
        assert_eq!(check("correct hors", Some(&hash)).await, Ok(false));
        assert_eq!(check("", Some(&hash)).await, Ok(false));
        assert_eq!(check("correct horse", None).await, Ok(false));
        assert_eq!(check("", Some("")).await, Ok(false));
        assert!(check("correct horse", Some("plain")).await.is_err());
        let again = passwords
            .hash(client(1), "correct horse".to_owned())
            .await
            .expect("a hash");
        assert_ne!(hash, again, "each has a salt of its own");
    }
}
