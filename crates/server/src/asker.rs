//! Who asks for something that takes time, so that nobody waits for one who asks for much: an account, or the client that
//! a guest comes from. Guests are free to make, so many guests of one client are one.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use halte_table::PersonId;

use crate::limits::Client;
use crate::secret::{NoRandomness, Purpose, Signer, random_bytes};

/// Somebody who asks. It tells nothing about an address to who has not the server's key; who has it can try addresses.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Asker(String);

impl Asker {
    /// Somebody of this name, which is nobody else's.
    #[must_use]
    pub fn named(name: &str) -> Asker {
        Asker(name.to_owned())
    }
}

/// How many bytes of a guest's id are random, and how many say which client made it.
const RANDOM: usize = 16;
const ORIGIN: usize = 6;

/// Tells who asks.
///
/// The id of a guest ends with the client that it was made for, in a form that only the server's key opens: every server
/// knows it, also after a restart, and no address is kept.
#[derive(Clone)]
pub(crate) struct Askers {
    signer: Option<Signer>,
}

impl Askers {
    /// By this key.
    pub(crate) fn new(signer: Signer) -> Askers {
        Askers { signer: Some(signer) }
    }

    /// Without a key, every guest is somebody else.
    pub(crate) fn without_key() -> Askers {
        Askers { signer: None }
    }

    /// The text of a new guest's id.
    pub(crate) fn new_guest(&self, client: Client) -> Result<String, NoRandomness> {
        let random = URL_SAFE_NO_PAD.encode(random_bytes::<RANDOM>()?);
        let origin = match &self.signer {
            Some(signer) => mix(origin(signer, client), mask(signer, &random)),
            None => random_bytes()?,
        };
        Ok(random + &URL_SAFE_NO_PAD.encode(origin))
    }

    /// Whoever has no account at a client.
    pub(crate) fn client(&self, client: Client) -> Asker {
        match &self.signer {
            Some(signer) => Asker::of_origin(origin(signer, client)),
            None => Asker(format!("client:{client:?}")),
        }
    }

    /// An account, or the client that made a guest; the guest, if that cannot be told.
    pub(crate) fn person(&self, person: &PersonId) -> Asker {
        let guest = person.as_str().strip_prefix("guest:");
        let made_for = guest.zip(self.signer.as_ref()).and_then(|(text, signer)| {
            let (random, sealed) = text.split_at_checked((RANDOM * 4).div_ceil(3))?;
            let sealed: [u8; ORIGIN] = URL_SAFE_NO_PAD.decode(sealed).ok()?.try_into().ok()?;
            Some(Asker::of_origin(mix(sealed, mask(signer, random))))
        });
        made_for.unwrap_or_else(|| Asker(person.to_string()))
    }
}

impl Asker {
    fn of_origin(origin: [u8; ORIGIN]) -> Asker {
        Asker(format!("client:{}", URL_SAFE_NO_PAD.encode(origin)))
    }
}

/// What stands for a client.
fn origin(signer: &Signer, client: Client) -> [u8; ORIGIN] {
    first(signer.digest(Purpose::Client, &client.to_string()))
}

/// What hides the client of the guest with this random text.
fn mask(signer: &Signer, random: &str) -> [u8; ORIGIN] {
    first(signer.digest(Purpose::GuestOrigin, random))
}

fn first(digest: [u8; 32]) -> [u8; ORIGIN] {
    std::array::from_fn(|index| digest[index])
}

fn mix(one: [u8; ORIGIN], other: [u8; ORIGIN]) -> [u8; ORIGIN] {
    std::array::from_fn(|index| one[index] ^ other[index])
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(address: &str) -> Client {
        address.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn guests_of_one_client_are_one_asker() {
        let askers = Askers::new(Signer::new(vec![7; 32]));
        let guest = |address: &str| PersonId::guest(&askers.new_guest(client(address)).expect("randomness"));
        let (one, two, other) = (guest("10.0.0.1"), guest("10.0.0.1"), guest("10.0.0.2"));
        assert_ne!(one, two);
        assert_eq!(askers.person(&one), askers.person(&two));
        assert_eq!(askers.person(&one), askers.client(client("10.0.0.1")));
        assert_ne!(askers.person(&one), askers.person(&other));
        // Nobody else sees that they come from one address: what differs is not the random part alone.
        assert_ne!(one.as_str()[28..], two.as_str()[28..]);
        let stranger = Askers::new(Signer::new(vec![8; 32]));
        assert_ne!(stranger.person(&one), stranger.person(&two));
    }

    #[test]
    fn others_are_themselves() {
        let askers = Askers::new(Signer::new(vec![7; 32]));
        for id in [
            "account:anna",
            "guest:ada",
            "guest:",
            "guest:ééééééééééééééé",
            "guest:0123456789012345678901",
        ] {
            let person: PersonId = id.parse().expect("a person");
            assert_eq!(askers.person(&person), Asker::named(id), "{id}");
        }
        let guest = PersonId::guest(&askers.new_guest(client("10.0.0.1")).expect("randomness"));
        assert_eq!(Askers::without_key().person(&guest), Asker::named(guest.as_str()));
    }
}
