//! Everything that a board widget needs to know of a table, for one who looks at it.

use halte_game::board::{Board, Click, Holding, Scene, Scored, Stack};
use halte_game::{Game, Player, Playthrough, Turn};
use halte_games::{AnyGame, AnyMove, GameId};
use serde::Serialize;

use crate::{Decision, Moment, Mover, Occupant, Offer, PersonId, Remark, Span, Stage, Table, TableId, Terms, wire};

/// A table as one person sees it. What its board looks like never changes and is told apart, for each game.
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
    /// The position now.
    pub view: View,
    /// The moves so far.
    pub moves: Vec<MoveMade>,
    /// What the clocks show, if there are any.
    pub clocks: Option<ClockFaces>,
    /// What is offered.
    pub offers: Vec<OfferMade>,
    /// What was said.
    pub chat: Vec<Remark>,
    /// Whether each player has the chat turned on.
    pub chat_on: [bool; 2],
    /// What the one who looks has said in advance to reply.
    pub plan: Vec<Vec<String>>,
    /// How it ended.
    pub ending: Option<wire::Ending>,
    /// The decision that ended it, if an administrator did.
    pub decision: Option<Decision>,
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
    /// The sites that each move of the last turn touched, drawn cards left out; none as long as the turn goes on.
    pub trail: Vec<Vec<usize>>,
    /// What has left the board as points, the earliest first, in games where pieces score.
    pub scored: Vec<Scored>,
    /// How the rules ended the game, as a code of the game's own: `line_of_five`.
    pub ending: Option<&'static str>,
}

impl View {
    /// Looks at a game as far as it has been played.
    pub fn of(game: &Playthrough<AnyGame>) -> View {
        let position = game.position();
        let scene = position.scene();
        let Choices {
            legal,
            forbidden,
            groups,
        } = Choices::among(game, &scene);
        View {
            position: position.to_string(),
            turn: game.turn().into(),
            scene,
            legal,
            forbidden,
            groups,
            touched: touched(game),
            trail: trail(game),
            scored: game.steps().filter_map(|(position, mv)| position.scored(mv)).collect(),
            ending: position.ending(),
        }
    }
}

fn touched(game: &Playthrough<AnyGame>) -> Vec<usize> {
    game.moves().last().map_or_else(Vec::new, |&mv| AnyGame::touched(mv))
}

/// What moves have changed on the board. Put into the `View` of before, it gives that of now but for its choices.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Change {
    /// The position's text.
    pub position: String,
    /// What stands now on the sites that have changed.
    pub stacks: Vec<Stack>,
    /// The sites on which nothing stands any more.
    pub emptied: Vec<usize>,
    /// What lies beside the board now.
    pub holdings: Vec<Holding>,
    /// In a finished game, the sites that show why.
    pub winning: Vec<usize>,
    /// The sites that the last move touched.
    pub touched: Vec<usize>,
    /// The sites that each move of the last turn touched; none as long as the turn goes on.
    pub trail: Vec<Vec<usize>>,
    /// What has left the board as points.
    pub scored: Vec<Scored>,
    /// How the rules ended the game, as a code of the game's own.
    pub ending: Option<&'static str>,
}

impl Change {
    /// What has changed since so many moves had been played; nothing if there are no more now.
    pub fn since(game: &Playthrough<AnyGame>, ply: usize) -> Option<Change> {
        let (before, _) = game.steps().nth(ply)?;
        let position = game.position();
        let (before, scene) = (before.scene(), position.scene());
        // What stood on each site and is not found again.
        let mut gone: Vec<Option<&Stack>> = Vec::new();
        for stack in &before.stacks {
            gone.resize(gone.len().max(stack.site + 1), None);
            gone[stack.site] = Some(stack);
        }
        let is_new = |stack: &Stack| gone.get_mut(stack.site).and_then(Option::take) != Some(stack);
        let stacks = scene.stacks.into_iter().filter(is_new).collect();
        Some(Change {
            position: position.to_string(),
            stacks,
            emptied: gone.into_iter().flatten().map(|stack| stack.site).collect(),
            holdings: scene.holdings,
            winning: scene.winning,
            touched: touched(game),
            trail: trail(game),
            scored: game
                .steps()
                .skip(ply)
                .filter_map(|(position, mv)| position.scored(mv))
                .collect(),
            ending: position.ending(),
        })
    }
}

/// What can be done in a position, for one who chooses with the eyes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choices {
    /// The legal moves; none for those who are not to move.
    pub legal: Vec<LegalMove>,
    /// The move that is forbidden only because it would undo the last one.
    pub forbidden: Option<LegalMove>,
    /// The groups of pieces, as the sites they stand on, in games that have groups.
    pub groups: Vec<Vec<usize>>,
}

impl Choices {
    /// Those of whoever is to move.
    pub fn of(game: &Playthrough<AnyGame>) -> Choices {
        Choices::among(game, &game.position().scene())
    }

    /// What those see of them who are not to move.
    pub fn of_others(self) -> Choices {
        Choices {
            legal: Vec::new(),
            forbidden: None,
            groups: self.groups,
        }
    }

    fn among(game: &Playthrough<AnyGame>, scene: &Scene) -> Choices {
        let moves = match game.turn() {
            Turn::Player(_) => game.legal_moves(),
            Turn::Chance | Turn::Over(_) => Vec::new(),
        };
        Choices {
            legal: moves.into_iter().map(LegalMove::of).collect(),
            forbidden: game.position().forbidden().map(LegalMove::of),
            groups: groups(game.position(), scene),
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

/// What each move of the last turn touched, once it is over.
fn trail(game: &Playthrough<AnyGame>) -> Vec<Vec<usize>> {
    let mut steps = game
        .steps()
        .rev()
        .map(|(position, mv)| (position.turn(), mv))
        .filter(|(turn, _)| *turn != Turn::Chance)
        .peekable();
    let Some(&(last, _)) = steps.peek().filter(|(last, _)| *last != game.turn()) else {
        return Vec::new();
    };
    let mut trail: Vec<_> = steps
        .take_while(|(turn, _)| *turn == last)
        .map(|(_, mv)| AnyGame::touched(mv))
        .collect();
    trail.reverse();
    trail
}

/// Every group once, in the order of its first site.
fn groups(position: &AnyGame, scene: &Scene) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut sites: Vec<usize> = scene.stacks.iter().map(|stack| stack.site).collect();
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
            decision: self.decision.clone(),
            cards: self.cards(),
            rematch: self.rematch.clone(),
        }
    }

    /// Whether each player has the chat turned on.
    pub fn chat_on(&self) -> [bool; 2] {
        self.is_mute.map(|is_mute| !is_mute)
    }

    /// How the cards are decided, as everybody may know.
    pub fn cards(&self) -> Option<SealedCards> {
        self.seal.as_ref().map(|seal| SealedCards {
            hash: seal.hash.clone(),
            secret: seal.secret.clone().filter(|_| seal.is_revealed),
        })
    }

    /// The table of the rematch.
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// What the clocks show now, if there are any.
    pub fn clocks(&self, now: Moment) -> Option<ClockFaces> {
        Some(ClockFaces {
            left: self.clock.at(now.max(self.changed_at))?,
            running: self.clock.running(),
        })
    }
}
