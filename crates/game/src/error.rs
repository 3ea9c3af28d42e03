//! What can be wrong with a text or a move.

use std::error::Error;
use std::fmt;

use crate::explain::{Code, Codes, Explain, Parameter, ToParameter};

crate::faults! {
    /// Why a text or a move is refused: something that can be wrong in every game, or something of this one.
    pub enum Reason<F> {
        #[fault("over", "the game is over")]
        Over,
        #[fault("drawn_by_repetition", "the game is over: drawn by repetition")]
        Repetition,
        #[fault("move_of_another_game", "it is a move of another game")]
        OtherGame,
        #[fault("not_this_game", "it is not {game}")]
        NotThisGame { game: &'static str },
        /// No game has this name.
        #[fault("no_such_game", "there are {games}")]
        NoSuchGame { games: String },
        #[fault("no_variants", "this game has no variants")]
        NoVariants,
        #[fault("other_variant", "this is a position of {variant}, not of {expected}")]
        OtherVariant { variant: String, expected: String },
        /// Something of this game.
        #[from]
        Own(F),
    }
}

impl<F> Reason<F> {
    /// The same for a game that this one is part of.
    pub fn widen<T>(self) -> Reason<T>
    where
        F: Into<T>,
    {
        match self {
            Reason::Over => Reason::Over,
            Reason::Repetition => Reason::Repetition,
            Reason::OtherGame => Reason::OtherGame,
            Reason::NotThisGame { game } => Reason::NotThisGame { game },
            Reason::NoSuchGame { games } => Reason::NoSuchGame { games },
            Reason::NoVariants => Reason::NoVariants,
            Reason::OtherVariant { variant, expected } => Reason::OtherVariant { variant, expected },
            Reason::Own(fault) => Reason::Own(fault.into()),
        }
    }
}

/// Declares [`What`], with a code for a bad text of each kind.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident $code:literal $name:literal,)+) => {
        /// What a text should be.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum What {
            $($(#[doc = $doc])+ $kind,)+
        }

        impl What {
            /// The codes of texts that should be one of these and are not.
            const CODES: &[Code] = &[$(Code {
                code: $code,
                parameters: &["text", "reason"],
                text: concat!("bad ", $name, " {text}: {reason}"),
            }),+];

            const fn code(self) -> &'static str {
                match self {
                    $(What::$kind => $code,)+
                }
            }
        }

        impl fmt::Display for What {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(What::$kind => $name,)+
                })
            }
        }
    };
}

kinds! {
    /// The name of a game.
    Game "bad_game" "game",
    /// The name of a variant.
    Variant "bad_variant" "variant",
    /// A position.
    Position "bad_position" "position",
    /// A move.
    Move "bad_move" "move",
    /// The name of a cell.
    Cell "bad_cell" "cell",
    /// The name of a point.
    Point "bad_point" "point",
    /// A whole record.
    Record "bad_record" "record",
    /// The moves of a record.
    Movetext "bad_movetext" "movetext",
    /// A tag of a record.
    Tag "bad_tag" "tag",
    /// The date of a game.
    Date "bad_date" "date",
    /// The result of a game.
    Result "bad_result" "result",
    /// What ended a game.
    Termination "bad_termination" "termination",
    /// A comment in a record.
    Comment "bad_comment" "comment",
    /// An annotation glyph.
    Glyph "bad_glyph" "glyph",
    /// The number of a turn.
    TurnNumber "bad_turn_number" "turn number",
    /// A variation in a record.
    Variation "bad_variation" "variation",
}

/// A text that is not what it should be, in a game where `F` can be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError<F> {
    what: What,
    text: String,
    reason: Reason<F>,
}

impl<F> ParseError<F> {
    /// What the text should be, the offending text, and why it is not.
    pub fn new(what: What, text: &str, reason: impl Into<Reason<F>>) -> ParseError<F> {
        ParseError {
            what,
            text: text.to_owned(),
            reason: reason.into(),
        }
    }

    /// What the text should be.
    #[must_use]
    pub fn what(&self) -> What {
        self.what
    }

    /// The offending text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it was refused.
    #[must_use]
    pub fn reason(&self) -> &Reason<F> {
        &self.reason
    }

    /// The same for a game that this one is part of.
    pub fn widen<T>(self) -> ParseError<T>
    where
        F: Into<T>,
    {
        ParseError {
            what: self.what,
            text: self.text,
            reason: self.reason.widen(),
        }
    }
}

/// How much of an offending text an error repeats: a line of garbage may be megabytes long.
const SHOWN_CHARACTERS: usize = 120;

/// What an error repeats of a text, and whether there is more of it.
fn shown(text: &str) -> (&str, &'static str) {
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => (&text[..end], "..."),
        None => (text, ""),
    }
}

impl<F: Explain> fmt::Display for ParseError<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shown, more) = shown(&self.text);
        write!(f, "bad {} {shown:?}{more}: {}", self.what, self.reason)
    }
}

impl<F: Explain> Error for ParseError<F> {}

impl<F: Explain> Explain for ParseError<F> {
    fn code(&self) -> &'static str {
        self.what.code()
    }

    fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        let (shown, more) = shown(&self.text);
        vec![
            ("text", Parameter::Text(format!("{shown}{more}"))),
            ("reason", self.reason.to_parameter()),
        ]
    }

    fn list(codes: &mut Codes) {
        codes.add::<Self>(What::CODES);
        <Reason<F> as Explain>::list(codes);
    }
}

/// A move that reads well but may not be played here, in a game where `F` can be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove<F> {
    text: String,
    reason: Reason<F>,
}

impl<F> IllegalMove<F> {
    /// The move, and why it may not be played.
    pub fn new(mv: impl fmt::Display, reason: impl Into<Reason<F>>) -> IllegalMove<F> {
        IllegalMove {
            text: mv.to_string(),
            reason: reason.into(),
        }
    }

    /// The move's text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it may not be played.
    #[must_use]
    pub fn reason(&self) -> &Reason<F> {
        &self.reason
    }

    /// The same for a game that this one is part of.
    pub fn widen<T>(self) -> IllegalMove<T>
    where
        F: Into<T>,
    {
        IllegalMove {
            text: self.text,
            reason: self.reason.widen(),
        }
    }
}

impl<F: Explain> fmt::Display for IllegalMove<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {:?}: {}", self.text, self.reason)
    }
}

impl<F: Explain> Error for IllegalMove<F> {}

impl<F: Explain> Explain for IllegalMove<F> {
    fn code(&self) -> &'static str {
        "illegal_move"
    }

    fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        vec![
            ("move", Parameter::Text(self.text.clone())),
            ("reason", self.reason.to_parameter()),
        ]
    }

    fn list(codes: &mut Codes) {
        codes.add::<Self>(&[Code {
            code: "illegal_move",
            parameters: &["move", "reason"],
            text: "illegal move {move}: {reason}",
        }]);
        <Reason<F> as Explain>::list(codes);
    }
}
