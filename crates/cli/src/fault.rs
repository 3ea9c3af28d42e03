//! What an engine can do wrong. It loses the game by it.

use std::fmt;

/// How an engine failed, with what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    pub(crate) detail: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum FaultKind {
    /// It played what is no legal move.
    Illegal,
    /// It ended or panicked.
    Crash,
    Hang,
    /// Its clock ran out.
    Time,
    /// It answered a query wrongly.
    Answer,
}

impl FaultKind {
    const ALL: [FaultKind; 5] = [
        FaultKind::Illegal,
        FaultKind::Crash,
        FaultKind::Hang,
        FaultKind::Time,
        FaultKind::Answer,
    ];

    /// What to call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal move",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Time => "out of time",
            FaultKind::Answer => "wrong answer",
        }
    }

    /// With what is known about it.
    pub(crate) fn because(self, detail: impl Into<String>) -> Fault {
        // A record's tags have no control characters.
        let detail = detail.into().replace(char::is_control, " ");
        Fault { kind: self, detail }
    }
}

/// `crash: exit status: 3`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.detail)
    }
}

impl Fault {
    /// Reads what `Display` writes.
    pub(crate) fn read(text: &str) -> Option<Fault> {
        let (name, detail) = text.split_once(": ")?;
        let kind = FaultKind::ALL.into_iter().find(|kind| kind.name() == name)?;
        Some(kind.because(detail))
    }
}
