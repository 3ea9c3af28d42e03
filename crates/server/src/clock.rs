//! The two clocks of the server: the calendar, by which sessions end, and the steady one, by which people play.

use std::sync::LazyLock;
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
