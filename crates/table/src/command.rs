//! What can be asked of a table, and why it may refuse.

use halte_game::{IllegalMove, ParseError, Player, faults};
use halte_games::AnyFault;
use serde::{Deserialize, Serialize};

use crate::{BadPlan, BadTerms, Person};

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

impl Command {
    /// A command that nobody repeats.
    pub const fn of(from: Actor, action: Action) -> Command {
        let id = None;
        Command { id, from, action }
    }
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
    /// End a table that should not go on, without a result: for administrators.
    End {
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

faults! {
    /// Why a table refuses a command.
    pub enum Refusal {
        #[fault("not_seated", "you do not sit at this table")]
        NotSeated,
        /// Somebody sits there, or another one is invited.
        #[fault("seat_taken", "this seat is not free")]
        SeatTaken,
        /// Nobody plays against themselves.
        #[fault("seated_already", "you sit at this table already")]
        SeatedAlready,
        /// A seat is free.
        #[fault("not_started", "the game has not started yet")]
        NotStarted,
        #[fault("started", "the game has started already")]
        Started,
        #[fault("over", "the game is over")]
        Over,
        #[fault("not_over", "the game is not over yet")]
        NotOver,
        #[fault("paused", "the game is paused")]
        Paused,
        #[fault("not_paused", "the game is not paused")]
        NotPaused,
        /// The other player is to move, or a card is drawn.
        #[fault("not_your_turn", "it is not your turn")]
        NotYourTurn,
        /// The move was chosen in another position.
        #[fault(
            "stale",
            "{moves} been played, not {expected}",
            moves = if *played == 1 { "1 move has".to_owned() } else { format!("{played} moves have") }
        )]
        Stale { played: usize, expected: usize },
        #[fault("nothing_to_take_back", "nothing can be taken back")]
        NothingToTakeBack,
        #[fault("too_late_to_abort", "both have played: the game can be resigned, not broken off")]
        TooLateToAbort,
        #[fault("offered_already", "this has been offered already")]
        OfferedAlready,
        #[fault("not_offered", "this is not offered")]
        NotOffered,
        #[fault("nobody_to_claim_from", "an engine is never away, and a game by days waits for its clock")]
        NobodyToClaimFrom,
        #[fault("not_away", "the other player is here, or has been away for less than {seconds} seconds")]
        NotAway { seconds: u64 },
        /// The clock of a live game is too short for plans.
        #[fault("no_plans", "a live game has no plans")]
        NoPlans,
        #[fault("bad_command_id", "a command's id has 1 to {limit} bytes")]
        BadId { limit: usize },
        #[fault("nothing_said", "nothing is said")]
        NothingSaid,
        #[fault("too_much_said", "at most {limit} characters can be said at a time")]
        TooMuchSaid { limit: usize },
        #[fault("unspeakable", "control characters cannot be said")]
        Unspeakable,
        /// It would not be a fair test.
        #[fault("rated", "a rated game against an engine is not paused, and nothing is taken back in it")]
        Rated,
        #[fault("chat_off", "the chat is turned off")]
        ChatOff,
        /// A table does not grow for ever.
        #[fault("too_much", "so much has happened at this table that only the game itself goes on")]
        TooMuch,
        #[fault("not_administrator", "this is for administrators")]
        NotAdministrator,
        #[fault("ended_by_rules", "the rules ended the game: that cannot be reversed")]
        EndedByRules,
        /// No table has these terms.
        #[from]
        Terms(BadTerms),
        /// The plan cannot be followed.
        #[from]
        Plan(BadPlan),
        /// It is no move.
        #[from]
        Unreadable(ParseError<AnyFault>),
        /// It is a move, but not a legal one.
        #[from]
        Illegal(IllegalMove<AnyFault>),
    }
}
