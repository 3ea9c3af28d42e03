//! What can be asked of a table, and why it may refuse.

use halte_game::Player;
use serde::{Deserialize, Serialize};

use crate::Person;

/// Something that is asked of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The asker's own name for it: sent twice, it acts once. None for what nobody repeats.
    pub id: Option<String>,
    /// Who asks.
    pub from: Actor,
    /// What they ask.
    pub action: Action,
}

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A person, on a seat or not.
    Person(Person),
    /// The engine on this seat.
    Engine(Player),
    /// The house itself: time has passed.
    House,
    /// An administrator, by name.
    Administrator(String),
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Take a free seat.
    Sit {
        /// Which.
        seat: Player,
    },
    /// Leave a table whose game has not started; the one who opened it closes it.
    Leave,
    /// Play a move, or one step of a turn.
    Play {
        /// The move, in the game's notation.
        #[serde(rename = "move")]
        text: String,
        /// How many moves had been played when it was chosen.
        ply: usize,
    },
    /// Take back the last step of one's own turn, which is not handed over yet.
    UndoStep,
    /// Give up.
    Resign,
    /// Break the game off before both have played.
    Abort,
    /// Offer something to the other player.
    Offer {
        /// What.
        offer: Offer,
    },
    /// Accept what the other player offers.
    Accept {
        /// What.
        offer: Offer,
    },
    /// Decline what the other player offers, or withdraw what one offers oneself.
    Decline {
        /// What.
        offer: Offer,
    },
    /// Go on after a pause.
    Resume,
    /// End the game because the other player has left.
    Claim {
        /// As what.
        claim: Claim,
    },
    /// Say in advance what to reply, unless the game is live.
    Plan {
        /// Lines of moves from the position now: the other player's, one's own, and so on.
        lines: Vec<Vec<String>>,
    },
    /// Say something.
    Say {
        /// What.
        text: String,
    },
    /// Turn the chat on or off.
    SwitchChat {
        /// Which.
        on: bool,
    },
    /// Nothing but the passing of time.
    Wait,
    /// Undo an ending that was a mistake: for administrators.
    Reverse {
        /// Why.
        reason: String,
    },
}

impl Action {
    /// Whether this may go on for ever beside a game, or take it back.
    pub(crate) fn is_aside(&self) -> bool {
        matches!(
            self,
            Action::Sit { .. }
                | Action::UndoStep
                | Action::Offer { .. }
                | Action::Plan { .. }
                | Action::Say { .. }
                | Action::SwitchChat { .. }
        )
    }
}

/// What one player offers and the other may accept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// The game ends as a draw.
    Draw,
    /// The one who offers takes back their last turn.
    Takeback,
    /// The clocks stand still until somebody goes on.
    Pause,
    /// Another game, with the seats exchanged.
    Rematch,
}

impl Offer {
    /// All of them.
    pub const ALL: [Offer; 4] = [Offer::Draw, Offer::Takeback, Offer::Pause, Offer::Rematch];
}

/// What can be claimed from a player who left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The game is won.
    Win,
    /// The game is drawn.
    Draw,
}

/// Why a table refuses a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Refusal {
    #[error("{0}")]
    BadTerms(String),
    #[error("you do not sit at this table")]
    NotSeated,
    #[error("this seat is not free")]
    SeatTaken,
    #[error("you sit at this table already")]
    SeatedAlready,
    #[error("the game has not started yet")]
    NotStarted,
    #[error("the game has started already")]
    Started,
    #[error("the game is over")]
    Over,
    #[error("the game is not over yet")]
    NotOver,
    #[error("the game is paused")]
    Paused,
    #[error("the game is not paused")]
    NotPaused,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("{0}")]
    IllegalMove(String),
    #[error("{played} moves have been played, not {expected}")]
    Stale { played: usize, expected: usize },
    #[error("nothing can be taken back")]
    NothingToTakeBack,
    #[error("both have played: the game can be resigned, not broken off")]
    TooLateToAbort,
    #[error("this has been offered already")]
    OfferedAlready,
    #[error("this is not offered")]
    NotOffered,
    #[error("an engine is never away, and a game by days waits for its clock")]
    NobodyToClaimFrom,
    #[error("the other player is here, or has been away for less than {} seconds", .patience.0 / 1000)]
    NotAway { patience: crate::Span },
    #[error("{0}")]
    BadPlan(String),
    #[error("{0}")]
    BadText(&'static str),
    #[error("a rated game against an engine is not paused, and nothing is taken back in it")]
    Rated,
    #[error("the chat is turned off")]
    ChatOff,
    #[error("so much has happened at this table that only the game itself goes on")]
    TooMuch,
    #[error("this is for administrators")]
    NotAdministrator,
    #[error("the rules ended the game: that cannot be reversed")]
    EndedByRules,
}

impl Refusal {
    /// A word for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::BadTerms(_) => "bad_terms",
            Refusal::NotSeated => "not_seated",
            Refusal::SeatTaken => "seat_taken",
            Refusal::SeatedAlready => "seated_already",
            Refusal::NotStarted => "not_started",
            Refusal::Started => "started",
            Refusal::Over => "over",
            Refusal::NotOver => "not_over",
            Refusal::Paused => "paused",
            Refusal::NotPaused => "not_paused",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::IllegalMove(_) => "illegal_move",
            Refusal::Stale { .. } => "stale",
            Refusal::NothingToTakeBack => "nothing_to_take_back",
            Refusal::TooLateToAbort => "too_late_to_abort",
            Refusal::OfferedAlready => "offered_already",
            Refusal::NotOffered => "not_offered",
            Refusal::NobodyToClaimFrom => "nobody_to_claim_from",
            Refusal::NotAway { .. } => "not_away",
            Refusal::BadPlan(_) => "bad_plan",
            Refusal::BadText(_) => "bad_text",
            Refusal::Rated => "rated",
            Refusal::ChatOff => "chat_off",
            Refusal::TooMuch => "too_much",
            Refusal::NotAdministrator => "not_administrator",
            Refusal::EndedByRules => "ended_by_rules",
        }
    }
}
