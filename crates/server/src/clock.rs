//! The two clocks of the server: the calendar, by which sessions end, and the steady one, by which people play. Servers that
//! share a database set the steady one by the database's.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, as the system's clock has it now.
pub(crate) fn now() -> i64 {
    i64::try_from(calendar().as_millis()).unwrap_or(i64::MAX)
}

/// The time since 1970 by a clock that nobody can set: what the calendar said at first, and what has passed since.
pub(crate) fn steady() -> Duration {
    /// What the calendar would have said when the steady clock stood at zero.
    static ZERO: LazyLock<Duration> = LazyLock::new(|| calendar().saturating_sub(passed()));
    *ZERO + passed()
}

/// How many milliseconds the database's clock is ahead of ours.
static AHEAD: AtomicI64 = AtomicI64::new(0);

/// Milliseconds since 1970 by the clock of those who play: the steady one, or the database's where many servers share one.
pub(crate) fn moment() -> i64 {
    let steady = i64::try_from(steady().as_millis()).unwrap_or(i64::MAX);
    steady.saturating_add(AHEAD.load(Ordering::Relaxed))
}

/// Sets our clock by the database's, which showed this between two moments of ours.
pub(crate) fn set(shown: i64, between: [Duration; 2]) {
    let known = AHEAD.load(Ordering::Relaxed);
    AHEAD.store(ahead(known, shown, between), Ordering::Relaxed);
}

/// How many milliseconds a clock is ahead of ours that showed this between two moments of ours. What is within the
/// uncertainty of the answer is no reason to let everybody's clock leap.
fn ahead(known: i64, shown: i64, between: [Duration; 2]) -> i64 {
    let [before, after] = between.map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
    let ahead = shown - before.midpoint(after);
    let uncertain = (after - before) / 2 + 1;
    if (ahead - known).abs() > uncertain {
        ahead
    } else {
        known
    }
}

fn calendar() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The time since the machine was started, also while it slept.
#[cfg(target_os = "linux")]
fn passed() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::try_from(time).unwrap_or_default()
}

/// The time since somebody asked first.
#[cfg(not(target_os = "linux"))]
fn passed() -> Duration {
    static FIRST: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    FIRST.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_set_when_it_is_certainly_wrong() {
        let check = |known: i64, shown: i64, between: [u64; 2], expected: i64| {
            let found = ahead(known, shown, between.map(Duration::from_millis));
            assert_eq!(found, expected, "{known}, {shown}, {between:?}");
        };
        check(0, 6_000, [1_000, 1_000], 5_000);
        check(5_000, 6_000, [1_000, 1_000], 5_000);
        // Behind, too.
        check(5_000, 1_000, [4_000, 4_010], -3_005);
        // It may have been shown at any moment between the two.
        check(0, 1_500, [1_000, 2_000], 0);
        check(0, 2_001, [1_000, 2_000], 0);
        check(0, 2_002, [1_000, 2_000], 502);
        check(-5_000, 1_000, [5_900, 6_100], -5_000);
    }
}
