//! Who made a game, and what it is called.

/// What is said wherever a game is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct About {
    /// Its name in commands, files and addresses: `mixtour`.
    pub name: &'static str,
    /// Its title: `Mixtour`.
    pub title: &'static str,
    /// Its authors.
    pub authors: &'static str,
    /// The year it was published, where known.
    pub year: Option<u16>,
    /// The author's site, where there is one.
    pub link: Option<&'static str>,
    /// What the author or the spec asks to be said besides the name.
    pub credit: &'static str,
    /// One sentence about the game.
    pub summary: &'static str,
    /// The players' colours, the first player's first.
    pub players: [&'static str; 2],
    /// The variants one would name in a list, the default first; none if the game has only one.
    pub variants: &'static [Variant],
    /// Whether its rules know draws; where they do not, none is offered.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub has_draws: bool,
}

/// A named set of rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Variant {
    /// Its name in commands, files and addresses: `20/1`.
    pub name: &'static str,
    /// What it is.
    pub summary: &'static str,
}
