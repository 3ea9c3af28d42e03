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
    let [before, after] = between.map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
    let ahead = shown - before.midpoint(after);
    let uncertain = (after - before) / 2 + 1;
    let known = AHEAD.load(Ordering::Relaxed);
    // What is within the uncertainty of the answer is no reason to let everybody's clock leap.
    if (ahead - known).abs() > uncertain {
        AHEAD.store(ahead, Ordering::Relaxed);
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
