//! How much one client may ask for: rates and connections. What is remembered of clients is bounded.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::mem;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use http::{HeaderName, HeaderValue};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::asker::Asker;
use crate::config::{Limits, Rate};
use crate::hall::WorkerId;
use crate::lock;
use crate::store::Purpose;

/// The addresses that count as one client: an IPv4 address, or the 64 bits of an IPv6 address that its network has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(address) => Client(address.into()),
            // Whoever has an IPv6 network has all its lower 64 bits.
            IpAddr::V6(address) => Client(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()),
        }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Too many: how long to wait until the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetryAfter(pub Duration);

/// What is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Left {
    /// How many may be taken at once.
    pub count: u32,
    /// After how long all have come back.
    pub all_after: Duration,
}

/// Counts something for each key and refuses what is above a rate.
///
/// It remembers one time a key: when what was used will have come back (the "generic cell rate algorithm"). Keys are
/// kept in two generations; when the newer one is full or a period old, the older one is forgotten. A key that nobody
/// touched for a period has everything back, so only too many keys at once make it forget something that mattered.
#[derive(Debug)]
pub(crate) struct RateLimiter<K> {
    rate: Rate,
    /// How many keys a generation has at most.
    capacity: usize,
    generations: Mutex<Generations<K>>,
}

#[derive(Debug)]
struct Generations<K> {
    newer: HashMap<K, Instant>,
    older: HashMap<K, Instant>,
    since: Option<Instant>,
}

/// When everything will have come back after one more was taken, if that is allowed.
fn take_one(rate: Rate, restored: Option<Instant>, now: Instant) -> Result<Instant, RetryAfter> {
    let restored = restored.unwrap_or(now).max(now) + rate.period / rate.count;
    let ahead = restored - now;
    if ahead > rate.period {
        return Err(RetryAfter(ahead - rate.period));
    }
    Ok(restored)
}

/// What one connection may do so often.
#[derive(Debug)]
pub(crate) struct Allowance {
    rate: Rate,
    restored: Option<Instant>,
}

impl Allowance {
    pub(crate) fn new(rate: Rate) -> Allowance {
        Allowance { rate, restored: None }
    }

    /// Takes one, if there is one left.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), RetryAfter> {
        self.restored = Some(take_one(self.rate, self.restored, now)?);
        Ok(())
    }
}

/// So many at once for each key. Who has as many waits for their own, and for nobody else's.
#[derive(Debug)]
pub(crate) struct Turns<K> {
    most: usize,
    of: Mutex<HashMap<K, Weak<Semaphore>>>,
}

impl<K: Hash + Eq> Turns<K> {
    pub(crate) fn new(most: usize) -> Turns<K> {
        let of = Mutex::default();
        Turns { most, of }
    }

    fn of(&self, key: K) -> Arc<Semaphore> {
        let mut of = lock(&self.of);
        // Only those are remembered who have something or wait for it.
        of.retain(|_, turns| turns.strong_count() > 0);
        let known = of.get(&key).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let turns = Arc::new(Semaphore::new(self.most));
            of.insert(key, Arc::downgrade(&turns));
            turns
        })
    }

    /// Waits for one's turn, which ends when what is returned is dropped.
    pub(crate) async fn take(&self, key: K) -> OwnedSemaphorePermit {
        let turn = self.of(key).acquire_owned().await;
        turn.expect("it is never closed")
    }

    /// One's turn, if it is now.
    pub(crate) fn try_take(&self, key: K) -> Option<OwnedSemaphorePermit> {
        self.of(key).try_acquire_owned().ok()
    }
}

impl<K: Hash + Eq> RateLimiter<K> {
    /// A limiter that remembers at most `keys` keys.
    pub(crate) fn new(rate: Rate, keys: u32) -> RateLimiter<K> {
        let generations = Generations {
            newer: HashMap::new(),
            older: HashMap::new(),
            since: None,
        };
        RateLimiter {
            rate,
            capacity: keys.div_ceil(2) as usize,
            generations: Mutex::new(generations),
        }
    }

    /// Takes one, and says how many are left; nothing is taken if there is none.
    pub(crate) fn take(&self, key: K, now: Instant) -> Result<Left, RetryAfter> {
        let each = self.rate.period / self.rate.count;
        let mut generations = lock(&self.generations);
        let restored = take_one(self.rate, generations.find(&key), now)?;
        let ahead = restored - now;
        generations.insert(key, restored, now, self.rate.period, self.capacity);
        let left = (self.rate.period - ahead).as_nanos() / each.as_nanos().max(1);
        Ok(Left {
            count: u32::try_from(left).unwrap_or(u32::MAX),
            all_after: ahead,
        })
    }

    /// Whether one is left.
    pub(crate) fn check(&self, key: &K, now: Instant) -> Result<(), RetryAfter> {
        take_one(self.rate, lock(&self.generations).find(key), now).map(drop)
    }

    /// The headers that tell a client its limit and what is left of it (draft-ietf-httpapi-ratelimit-headers).
    pub(crate) fn headers(&self, name: &str, taken: Result<Left, RetryAfter>) -> Vec<(HeaderName, HeaderValue)> {
        let (count, time) = match taken {
            Ok(left) => (left.count, left.all_after),
            Err(RetryAfter(time)) => (0, time),
        };
        let seconds = |time: Duration| time.as_millis().div_ceil(1000);
        let policy = format!("\"{name}\";q={};w={}", self.rate.count, seconds(self.rate.period));
        let left = format!("\"{name}\";r={count};t={}", seconds(time));
        let headers = [("ratelimit-policy", policy), ("ratelimit", left)];
        let header = |(name, value): (&'static str, String)| {
            Some((HeaderName::from_static(name), HeaderValue::from_str(&value).ok()?))
        };
        headers.into_iter().filter_map(header).collect()
    }

    /// Gives back one that was taken.
    pub(crate) fn give_back(&self, key: K, now: Instant) {
        let mut generations = lock(&self.generations);
        if let Some(restored) = generations.find(&key) {
            let restored = restored
                .checked_sub(self.rate.period / self.rate.count)
                .unwrap_or(restored);
            generations.insert(key, restored, now, self.rate.period, self.capacity);
        }
    }

    #[cfg(test)]
    fn remembered(&self) -> usize {
        let generations = lock(&self.generations);
        generations.newer.len() + generations.older.len()
    }
}

impl<K: Hash + Eq> Generations<K> {
    fn find(&self, key: &K) -> Option<Instant> {
        self.newer.get(key).or_else(|| self.older.get(key)).copied()
    }

    fn insert(&mut self, key: K, restored: Instant, now: Instant, period: Duration, capacity: usize) {
        let since = *self.since.get_or_insert(now);
        let full = self.newer.len() >= capacity && !self.newer.contains_key(&key);
        if full || now.saturating_duration_since(since) >= period {
            self.older = mem::take(&mut self.newer);
            self.since = Some(now);
        }
        self.newer.insert(key, restored);
    }
}

/// Connections at once, in all and from each client.
#[derive(Debug)]
pub struct Connections {
    most: u32,
    most_per_client: u32,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: u32,
    of: HashMap<Client, u32>,
}

impl Open {
    /// Counts one more connection of a client, unless there are so many already.
    fn take(&mut self, client: Client, most: u32) -> Option<()> {
        let count = self.of.entry(client).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(())
    }
}

/// The right to a connection, given back when it is dropped.
#[derive(Debug)]
pub struct Admission {
    connections: Arc<Connections>,
    client: Option<Client>,
    /// Whether it is a connection of its own, and not one that a proxy's connection serves.
    is_own: bool,
}

impl Connections {
    pub fn new(limits: &Limits) -> Arc<Connections> {
        Arc::new(Connections {
            most: limits.connections,
            most_per_client: limits.connections_per_address,
            open: Mutex::default(),
        })
    }

    /// Admits a connection if there are not too many. One without a client counts among all only: that of a proxy,
    /// which serves many clients.
    pub fn admit(self: &Arc<Connections>, client: Option<Client>) -> Option<Admission> {
        let mut open = lock(&self.open);
        if open.all >= self.most {
            return None;
        }
        if let Some(client) = client {
            open.take(client, self.most_per_client)?;
        }
        open.all += 1;
        Some(Admission {
            connections: Arc::clone(self),
            client,
            is_own: true,
        })
    }

    /// Admits a client on a proxy's connection, for as long as one may last: it counts among the client's only.
    pub fn admit_through_proxy(self: &Arc<Connections>, client: Client) -> Option<Admission> {
        let mut open = lock(&self.open);
        open.take(client, self.most_per_client)?;
        Some(Admission {
            connections: Arc::clone(self),
            client: Some(client),
            is_own: false,
        })
    }

    pub fn count(&self) -> u32 {
        lock(&self.open).all
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut open = lock(&self.connections.open);
        open.all -= u32::from(self.is_own);
        if let Some(client) = self.client
            && let Some(count) = open.of.get_mut(&client)
        {
            *count -= 1;
            if *count == 0 {
                open.of.remove(&client);
            }
        }
    }
}

/// All limits of the server that count something for each client.
#[derive(Debug)]
pub(crate) struct Limiters {
    pub requests: RateLimiter<Client>,
    /// Wrong passwords from one address.
    pub passwords_from: RateLimiter<Client>,
    /// Wrong passwords for one name, in lower case, of browsers that do not know it.
    pub passwords_for: RateLimiter<String>,
    /// Wrong passwords for one name from one address, or in one browser that knows the name.
    pub passwords_at: RateLimiter<String>,
    pub accounts: RateLimiter<Client>,
    /// New guests: whoever becomes another one all the time has no limits of their own.
    pub guests: RateLimiter<Client>,
    pub tables: RateLimiter<Client>,
    pub pictures: RateLimiter<Client>,
    pub reports: RateLimiter<Client>,
    /// Notes that are written.
    pub notes: RateLimiter<Asker>,
    /// Letters that one address asks for.
    pub letters_from: RateLimiter<Client>,
    /// Letters to the owner of one account, by what they are for and its name in lower case: strangers who ask for one kind
    /// do not keep the owner from the other.
    pub letters_for: RateLimiter<(Purpose, String)>,
    /// Letters to an address that somebody says is theirs, in lower case.
    pub letters_to: RateLimiter<String>,
    /// How often people take out all that is kept of them, by the name in lower case.
    pub downloads: RateLimiter<String>,
    /// Moves and other commands, by the person's id.
    pub moves: RateLimiter<String>,
    pub remarks: RateLimiter<Asker>,
    /// Games that were played elsewhere.
    pub brought_games: RateLimiter<Asker>,
    /// Wrong answers of workers, by what each is called at every server.
    pub wrong_answers: RateLimiter<WorkerId>,
}

/// How many wrong answers a worker may give. A right program gives none. An untested guess.
const WRONG_ANSWERS: Rate = Rate {
    count: 3,
    period: Duration::from_secs(600),
};

impl Limiters {
    pub(crate) fn new(limits: &Limits) -> Limiters {
        let keys = limits.remembered_clients;
        Limiters {
            requests: RateLimiter::new(limits.requests_per_address, keys),
            passwords_from: RateLimiter::new(limits.password_attempts_per_address, keys),
            passwords_for: RateLimiter::new(limits.password_attempts_per_name, keys),
            passwords_at: RateLimiter::new(limits.password_attempts_per_name_and_address, keys),
            accounts: RateLimiter::new(limits.accounts_per_address, keys),
            guests: RateLimiter::new(limits.guests_per_address, keys),
            tables: RateLimiter::new(limits.tables_per_address, keys),
            pictures: RateLimiter::new(limits.pictures_per_address, keys),
            reports: RateLimiter::new(limits.reports_per_address, keys),
            notes: RateLimiter::new(limits.notes_per_visitor, keys),
            letters_from: RateLimiter::new(limits.letters_per_address, keys),
            letters_for: RateLimiter::new(limits.letters_per_account, keys),
            letters_to: RateLimiter::new(limits.letters_per_recipient, keys),
            downloads: RateLimiter::new(limits.downloads_per_account, keys),
            moves: RateLimiter::new(limits.moves_per_visitor, keys),
            remarks: RateLimiter::new(limits.remarks_per_visitor, keys),
            brought_games: RateLimiter::new(limits.brought_games_per_visitor, keys),
            wrong_answers: RateLimiter::new(WRONG_ANSWERS, keys),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    const SECOND: Duration = Duration::from_secs(1);

    fn limiter(count: u32, keys: u32) -> (RateLimiter<u32>, Instant) {
        (
            RateLimiter::new(
                Rate {
                    count,
                    period: 10 * SECOND,
                },
                keys,
            ),
            Instant::now(),
        )
    }

    #[test]
    fn a_rate_may_be_used_at_once_and_comes_back_evenly() {
        let (limiter, start) = limiter(5, 100);
        for _ in 0..5 {
            assert_eq!(limiter.take(1, start).map(drop), Ok(()));
        }
        assert_eq!(limiter.take(1, start), Err(RetryAfter(2 * SECOND)));
        assert_eq!(limiter.take(2, start).map(drop), Ok(()), "another client");
        assert_eq!(limiter.take(1, start + SECOND), Err(RetryAfter(SECOND)));
        assert_eq!(limiter.take(1, start + 2 * SECOND).map(drop), Ok(()));
        assert_eq!(limiter.take(1, start + 2 * SECOND), Err(RetryAfter(2 * SECOND)));
        for _ in 0..5 {
            assert_eq!(limiter.take(1, start + 100 * SECOND).map(drop), Ok(()));
        }
        assert!(limiter.take(1, start + 100 * SECOND).is_err());
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let (limiter, start) = limiter(1, 100);
        assert_eq!(limiter.take(1, start).map(drop), Ok(()));
        limiter.give_back(1, start);
        limiter.give_back(2, start);
        assert_eq!(limiter.take(1, start).map(drop), Ok(()));
        assert!(limiter.take(1, start).is_err());
    }

    /// Whatever the moments of the attempts, never more than twice the rate in any period, and the rate itself over
    /// time.
    #[test]
    fn forgetting_old_keys_gives_nothing_away() {
        let (limiter, start) = limiter(5, 1000);
        let mut taken = 0;
        for millisecond in 0..100_000 {
            let now = start + Duration::from_millis(millisecond);
            taken += u32::from(limiter.take(1, now).is_ok());
        }
        assert_eq!(taken, 5 + 49);
    }

    #[test]
    fn memory_is_bounded() {
        let (limiter, start) = limiter(1, 100);
        for key in 0..10_000 {
            assert_eq!(limiter.take(key, start).map(drop), Ok(()));
            assert!(limiter.remembered() <= 100);
        }
        assert!(limiter.take(9_999, start).is_err(), "the last ones are remembered");
    }

    #[test]
    fn an_ipv6_network_is_one_client() {
        let client = |text: &str| Client::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
        assert_ne!(client("10.0.0.2"), client("10.0.0.1"));
    }

    #[test]
    fn connections_are_counted_and_given_back() {
        let flags = ["--connections=3", "--connections-per-address=2"].map(str::to_owned);
        let config = Config::of_flags(flags).expect("a configuration");
        let connections = Connections::new(&config.limits);
        let client = |n| Some(Client::from(IpAddr::from([10, 0, 0, n])));
        let first = connections.admit(client(1)).expect("the first");
        let _second = connections.admit(client(1)).expect("the second");
        assert!(connections.admit(client(1)).is_none(), "too many from one address");
        let _third = connections.admit(None).expect("a proxy's");
        assert!(connections.admit(client(2)).is_none(), "too many in all");
        drop(first);
        let through_proxy = |n| connections.admit_through_proxy(IpAddr::from([10, 0, 0, n]).into());
        let fourth = through_proxy(1).expect("one more through a proxy");
        assert!(through_proxy(1).is_none(), "too many through a proxy");
        drop(fourth);
        assert_eq!(connections.count(), 2);
        assert!(connections.admit(client(1)).is_some());
        assert_eq!(
            lock(&connections.open).of.len(),
            1,
            "no client is remembered without a connection"
        );
    }
}
