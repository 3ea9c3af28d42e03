//! Everything that a board widget needs to know of a table, for one who looks at it.

use halte_game::board::{Board, Click, Geometry, Scene, Scored};
use halte_game::{Game, Player, Turn};
use halte_games::{AnyGame, AnyMove, GameId};
use serde::Serialize;

use crate::{Line, Moment, Mover, Occupant, Offer, PersonId, Span, Stage, Table, TableId, Terms, wire};

/// A table as one person sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Snapshot {
    /// Its name in addresses.
    pub table: TableId,
    /// How many events there have been.
    pub version: u64,
    /// What was agreed on.
    pub terms: Terms,
    /// Who made the game.
    pub about: Credits,
    /// Who sits where, the first player's seat first.
    pub seats: [Option<Occupant>; 2],
    /// The seats of the one who looks.
    pub yours: Vec<Player>,
    /// How far it is.
    pub stage: Stage,
    /// The board, which never changes.
    pub geometry: Geometry,
    /// The position now.
    pub view: View,
    /// The moves so far.
    pub moves: Vec<MoveMade>,
    /// What the clocks show, if there are any.
    pub clocks: Option<ClockFaces>,
    /// What is offered.
    pub offers: Vec<OfferMade>,
    /// What was said.
    pub chat: Vec<Line>,
    /// Whether each player has the chat turned on.
    pub chat_on: [bool; 2],
    /// What the one who looks has said in advance to reply.
    pub plan: Vec<Vec<String>>,
    /// How it ended.
    pub ending: Option<wire::Ending>,
    /// The hash of what decides the cards, and the secret itself once it is known.
    pub cards: Option<SealedCards>,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
}

/// Who made a game, as must be said wherever it is offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Credits {
    /// Its name in addresses: `mixtour`.
    pub name: &'static str,
    /// Its title: `Mixtour`.
    pub title: &'static str,
    /// Its authors.
    pub authors: &'static str,
    /// The author's site, where there is one.
    pub link: Option<&'static str>,
    /// What else is to be said.
    pub credit: &'static str,
}

impl Credits {
    /// Those of a game.
    #[must_use]
    pub const fn of(game: GameId) -> Credits {
        let about = game.about();
        Credits {
            name: about.name,
            title: about.title,
            authors: about.authors,
            link: about.link,
            credit: about.credit,
        }
    }
}

/// One position, and what can be done in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The position's text.
    pub position: String,
    /// Who acts next.
    pub turn: wire::Turn,
    /// What stands where.
    pub scene: Scene,
    /// The legal moves.
    pub legal: Vec<LegalMove>,
    /// The move that is forbidden only because it would undo the last one.
    pub forbidden: Option<LegalMove>,
    /// The groups of pieces, as the sites they stand on, in games that have groups.
    pub groups: Vec<Vec<usize>>,
    /// The sites that the last move touched.
    pub touched: Vec<usize>,
    /// What has left the board as points, the earliest first, in games where pieces score.
    pub scored: Vec<Scored>,
    /// How the rules ended the game, in a word or a few.
    pub ending: Option<&'static str>,
}

impl View {
    /// Looks at a game as far as it has been played.
    #[must_use]
    pub fn of(game: &halte_game::Playthrough<AnyGame>) -> View {
        let position = game.position();
        let mut moves = Vec::new();
        if let Turn::Player(_) = game.turn() {
            game.legal_moves(&mut moves);
        }
        View {
            position: position.to_string(),
            turn: game.turn().into(),
            scene: position.scene(),
            legal: moves.into_iter().map(LegalMove::of).collect(),
            forbidden: position.forbidden().map(LegalMove::of),
            groups: groups(position),
            touched: game.moves().last().map_or_else(Vec::new, |&mv| AnyGame::touched(mv)),
            scored: game.steps().filter_map(|(position, mv)| position.scored(mv)).collect(),
            ending: position.ending(),
        }
    }
}

/// A legal move, and how it is entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// What to point at, in order.
    pub clicks: Vec<Click>,
}

impl LegalMove {
    fn of(mv: AnyMove) -> LegalMove {
        LegalMove {
            text: mv.to_string(),
            clicks: AnyGame::clicks(mv),
        }
    }
}

/// Every group once, in the order of its first site.
fn groups(position: &AnyGame) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut sites: Vec<usize> = position.scene().stacks.iter().map(|stack| stack.site).collect();
    sites.sort_unstable();
    for site in sites {
        if !groups.iter().any(|group| group.contains(&site)) {
            groups.extend(position.group(site));
        }
    }
    groups
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveMade {
    /// Who played it.
    pub by: Mover,
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// When.
    pub at: Moment,
    /// Whether it was the last of a turn.
    pub ends_turn: bool,
}

/// What the clocks show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockFaces {
    /// What each player has left, the first player's first.
    pub left: [Span; 2],
    /// Whose clock runs.
    pub running: Option<Player>,
}

/// Something that is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OfferMade {
    /// By whom.
    pub by: Player,
    /// What.
    pub offer: Offer,
}

/// How the cards were decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SealedCards {
    /// The SHA-256 of the secret.
    pub hash: String,
    /// The secret, once it is known.
    pub secret: Option<String>,
}

impl Table {
    /// The table as this person sees it now; nobody is a spectator.
    #[must_use]
    pub fn snapshot(&self, person: Option<&PersonId>, now: Moment) -> Snapshot {
        let yours = person.map_or_else(Vec::new, |person| self.seats_of(person));
        let moves = self.made.iter().zip(self.game.moves());
        Snapshot {
            table: self.id.clone(),
            version: self.version,
            terms: self.terms.clone(),
            about: Credits::of(self.terms.game.game()),
            seats: self.seats.clone(),
            stage: self.stage,
            geometry: AnyGame::geometry(&self.game.position().options()),
            view: View::of(&self.game),
            moves: moves
                .map(|(made, mv)| MoveMade {
                    by: made.by,
                    text: mv.to_string(),
                    at: made.at,
                    ends_turn: made.ends_turn,
                })
                .collect(),
            clocks: self.clocks(now),
            offers: self.offers().map(|(by, offer)| OfferMade { by, offer }).collect(),
            chat: self.chat.clone(),
            chat_on: self.chat_on(),
            plan: match yours[..] {
                [player] => self.plans[player.index()].lines(),
                _ => Vec::new(),
            },
            yours,
            ending: self.ending.map(Into::into),
            cards: self.cards(),
            rematch: self.rematch.clone(),
        }
    }

    /// Whether each player has the chat turned on.
    #[must_use]
    pub fn chat_on(&self) -> [bool; 2] {
        self.is_mute.map(|is_mute| !is_mute)
    }

    /// How the cards are decided, as everybody may know.
    #[must_use]
    pub fn cards(&self) -> Option<SealedCards> {
        self.seal.as_ref().map(|seal| SealedCards {
            hash: seal.hash.clone(),
            secret: seal.secret.clone().filter(|_| seal.is_revealed),
        })
    }

    /// The table of the rematch.
    #[must_use]
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// What the clocks show now, if there are any.
    #[must_use]
    pub fn clocks(&self, now: Moment) -> Option<ClockFaces> {
        Some(ClockFaces {
            left: self.clock.at(now.max(self.changed_at))?,
            running: self.clock.running(),
        })
    }
}
