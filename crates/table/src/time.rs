//! Moments and spans in milliseconds. Nothing here asks what time it is: that is handed in.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// A moment: milliseconds since 1970 began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Moment(pub u64);

/// How long something takes, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Span(pub u64);

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);

    /// So many seconds.
    pub const fn seconds(seconds: u64) -> Span {
        Span(seconds * 1000)
    }

    /// So many days.
    pub const fn days(days: u64) -> Span {
        Span::seconds(days * 24 * 60 * 60)
    }
}

/// No moment is beyond the last.
impl Add<Span> for Moment {
    type Output = Moment;

    fn add(self, span: Span) -> Moment {
        Moment(self.0.saturating_add(span.0))
    }
}

/// How long after `earlier`; nothing if it is later.
impl Sub for Moment {
    type Output = Span;

    fn sub(self, earlier: Moment) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Span {
    type Output = Span;

    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

/// What is left; nothing if `other` is longer.
impl Sub for Span {
    type Output = Span;

    fn sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}
