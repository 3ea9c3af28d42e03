//! What a record says of its cards and of the lot for its seats, checked: whether all of it follows from what was sealed
//! before anybody could know it. docs/cards.md describes the same for strangers.

use halte_game::record::Record;
use halte_game::{Game, Player, Turn, faults};
use halte_games::{AnyGame, AnyMove};
use serde::Serialize;

use crate::seal::{FIRST_PROCEDURE, PROCEDURE};
use crate::{Draw, Number, Occupant, Source, TableId, seal};

/// The tags of records that have to do with it, as they are written.
pub(crate) mod tag {
    pub(crate) const PROCEDURE: &str = "Procedure";
    pub(crate) const TABLE: &str = "Table";
    pub(crate) const SEAL: &str = "Seal";
    pub(crate) const SECRET: &str = "Secret";
    pub(crate) const NUMBERS: [&str; 2] = ["FirstNumber", "SecondNumber"];
    pub(crate) const LOT: &str = "Lot";
    pub(crate) const DRAWS: &str = "Draws";
    /// What the lot may have decided: that the players have the seats that they took, or the other ones.
    pub(crate) const LOTS: [&str; 2] = ["kept", "exchanged"];
}

/// What came of checking a record's cards, and the lot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedCards {
    /// How they were drawn: 1 by the secret alone, 2 by what the players have added as well.
    pub procedure: u8,
    /// The table that had a part in it.
    pub table: Option<String>,
    /// The server's seals, the first of which was published when the table was opened.
    pub seals: Vec<CheckedSeal>,
    /// What the players have added, the first player's first.
    pub numbers: [CheckedNumber; 2],
    /// The lot for the seats, if there was one.
    pub lot: Option<CheckedLot>,
    /// The cards, in order.
    pub cards: Vec<CheckedCard>,
    /// Whether all of it is as it must be.
    pub holds: bool,
}

/// A seal, and the secret that was in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedSeal {
    /// What was published.
    pub seal: String,
    /// The secret.
    pub secret: String,
    /// Whether the seal is the secret's.
    pub holds: bool,
}

/// What a player has added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedNumber {
    /// The number; none if the player added nothing.
    pub number: Option<String>,
    /// Whether the player is an engine, whose number the server knew when it picked its secret.
    pub is_engines: bool,
    /// Whether an engine's is the one that engines add. A person's is for that person to recognise.
    pub holds: bool,
}

/// What the lot decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedLot {
    /// Whether the players have exchanged the seats that they took.
    pub exchanged: bool,
    /// Whether that is what was decided.
    pub holds: bool,
}

/// A card that was drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CheckedCard {
    /// How many moves had been played before it.
    pub ply: usize,
    /// For whom it was drawn.
    pub player: Player,
    /// The card in the record.
    pub card: String,
    /// The card that was decided; none if the record does not say from what.
    pub decided: Option<String>,
    /// Which secret it is from, from 0. Those after the first were sealed when an administrator had undone an end of the
    /// game, and knew all numbers: for them one trusts the administrator.
    pub secret: usize,
    /// How often a card had been taken back before it was drawn, if that had a part in it. The record says so: only the
    /// players can tell.
    pub takebacks: usize,
    /// Whether the card is the one that was decided.
    pub holds: bool,
}

faults! {
    /// Why a record's cards cannot be checked.
    pub enum Uncheckable {
        #[fault("cards_not_sealed", "nothing was sealed before this game")]
        NotSealed,
        /// Whoever takes that line away shall not have nothing checked at all.
        #[fault("cards_no_seal", "the record says how something was drawn, but not what was sealed before")]
        NoSeal,
        #[fault("cards_not_revealed", "the secret is known when the game is over")]
        NotRevealed,
        #[fault("cards_no_secret", "the game is over, but the record does not have the secret")]
        NoSecret,
        #[fault("cards_tag", "the tag {tag} cannot be read: {value:?}")]
        BadTag { tag: &'static str, value: String },
        /// Whoever may name any draw for a card finds one in which the card is the one they want.
        #[fault("cards_draws", "no game has the draws {draws:?}: none comes again, and each is of a card")]
        BadDraws { draws: String },
    }
}

/// Checks the cards of a record and the lot.
pub fn check_cards(record: &Record<AnyGame>) -> Result<CheckedCards, Uncheckable> {
    let told = Told::by(record)?;
    let steps = record.main_line().steps().enumerate();
    let drawn = steps.filter(|(_, (position, _))| position.turn() == Turn::Chance);
    let drawn: Vec<_> = drawn.collect();
    told.check_draws(drawn.len())?;
    let cards = drawn.into_iter().enumerate().map(|(number, (ply, (position, mv)))| {
        let decided = told.decided(number, position);
        let draw = told.draw(number).unwrap_or_default();
        CheckedCard {
            ply,
            player: position.player(),
            card: mv.to_string(),
            holds: decided == Some(mv),
            decided: decided.map(|card| card.to_string()),
            secret: draw.secret,
            takebacks: match told.procedure {
                FIRST_PROCEDURE => 0,
                _ => draw.takebacks,
            },
        }
    });
    let seals = told
        .seals
        .iter()
        .zip(&told.secrets)
        .map(|(published, secret)| CheckedSeal {
            seal: (*published).to_owned(),
            secret: (*secret).to_owned(),
            holds: seal(secret) == *published,
        });
    let (seals, cards): (Vec<_>, Vec<_>) = (seals.collect(), cards.collect());
    let numbers = Player::ALL.map(|player| told.number(player, record));
    let lot = told.exchanged.map(|exchanged| CheckedLot {
        exchanged,
        holds: told.source(0).is_some_and(|source| source.lot() == exchanged),
    });
    let holds = seals.iter().all(|seal| seal.holds)
        && numbers.iter().all(|number| number.holds)
        && lot.as_ref().is_none_or(|lot| lot.holds)
        && cards.iter().all(|card| card.holds);
    Ok(CheckedCards {
        procedure: told.procedure,
        table: (!told.table.is_empty()).then(|| told.table.to_owned()),
        seals,
        numbers,
        lot,
        cards,
        holds,
    })
}

/// What a record tells of how its cards were drawn.
struct Told<'r> {
    procedure: u8,
    table: &'r str,
    seals: Vec<&'r str>,
    /// As many as there are seals.
    secrets: Vec<&'r str>,
    /// The players' numbers, the first player's first.
    numbers: [&'r str; 2],
    exchanged: Option<bool>,
    draws: Vec<Draw>,
}

impl<'r> Told<'r> {
    fn by(record: &'r Record<AnyGame>) -> Result<Told<'r>, Uncheckable> {
        let tags = record.tags();
        let text = |tag: &str| tags.get(tag).unwrap_or_default();
        let list = |tag: &str| text(tag).split_whitespace().collect::<Vec<_>>();
        let bad = |tag: &'static str| {
            let value = text(tag).to_owned();
            Uncheckable::BadTag { tag, value }
        };
        let (seals, secrets) = (list(tag::SEAL), list(tag::SECRET));
        if seals.is_empty() {
            let others = [tag::PROCEDURE, tag::TABLE, tag::SECRET, tag::LOT, tag::DRAWS];
            let mut others = others.into_iter().chain(tag::NUMBERS);
            return Err(match others.any(|tag| tags.get(tag).is_some()) {
                true => Uncheckable::NoSeal,
                false => Uncheckable::NotSealed,
            });
        }
        if secrets.len() != seals.len() {
            let is_over = record.ending().is_some();
            return Err(if is_over {
                Uncheckable::NoSecret
            } else {
                Uncheckable::NotRevealed
            });
        }
        // A secret that counted twice would be two, and nobody would have seen a second one sealed.
        if (1..seals.len()).any(|at| seals[..at].contains(&seals[at])) {
            return Err(bad(tag::SEAL));
        }
        let procedure = match text(tag::PROCEDURE) {
            "" => FIRST_PROCEDURE,
            "2" => PROCEDURE,
            _ => return Err(bad(tag::PROCEDURE)),
        };
        let exchanged = match text(tag::LOT) {
            "" => None,
            lot => Some(
                tag::LOTS
                    .iter()
                    .position(|name| *name == lot)
                    .ok_or_else(|| bad(tag::LOT))?
                    == 1,
            ),
        };
        let draws = list(tag::DRAWS).into_iter().map(str::parse);
        Ok(Told {
            procedure,
            table: text(tag::TABLE),
            seals,
            secrets,
            numbers: tag::NUMBERS.map(text),
            exchanged,
            draws: draws.collect::<Result<_, _>>().map_err(|()| bad(tag::DRAWS))?,
        })
    }

    /// Whether so many cards can have been drawn so: what was counted once is counted for ever.
    fn check_draws(&self, cards: usize) -> Result<(), Uncheckable> {
        let follows = |one: &Draw, next: &Draw| one.secret <= next.secret && one.takebacks <= next.takebacks;
        if self.draws.len() > cards || !self.draws.is_sorted_by(follows) {
            let draws: Vec<String> = self.draws.iter().map(ToString::to_string).collect();
            let draws = draws.join(" ");
            return Err(Uncheckable::BadDraws { draws });
        }
        Ok(())
    }

    /// What is drawn from, with this secret.
    fn source(&self, secret: usize) -> Option<Source<'r>> {
        let [first, second] = self.numbers;
        Some(Source {
            procedure: self.procedure,
            secret: self.secrets.get(secret)?,
            table: self.table,
            // The numbers count in the order of the seats as they were taken.
            numbers: match self.exchanged {
                Some(true) => [second, first],
                _ => [first, second],
            },
        })
    }

    /// In what a card was drawn. Old records do not say: theirs are all from the one secret.
    fn draw(&self, number: usize) -> Option<Draw> {
        if self.procedure == FIRST_PROCEDURE && self.draws.is_empty() {
            return Some(Draw::default());
        }
        self.draws.get(number).copied()
    }

    /// The card with this number that was decided.
    fn decided(&self, number: usize, position: &AnyGame) -> Option<AnyMove> {
        let draw = self.draw(number)?;
        let number = if self.procedure == FIRST_PROCEDURE {
            // Each secret counted its own cards.
            let is_same = |&card: &usize| self.draw(card).is_some_and(|other| other.secret == draw.secret);
            (0..number).filter(is_same).count()
        } else {
            number
        };
        self.source(draw.secret)?.card(draw, number, position)
    }

    /// What a player has added. An engine adds what follows from its level and the table.
    fn number(&self, player: Player, record: &Record<AnyGame>) -> CheckedNumber {
        let number = self.numbers[player.index()];
        let name = record.tags().get(["First", "Second"][player.index()]);
        let is_expected = |level| {
            let table = self.table.parse::<TableId>();
            table.is_ok_and(|table| Number::of_engine(level, &table).as_str() == number)
        };
        let level = match name.and_then(Occupant::engine_named) {
            Some(Occupant::Engine { level }) => Some(level),
            _ => None,
        };
        CheckedNumber {
            number: (!number.is_empty()).then(|| number.to_owned()),
            is_engines: level.is_some(),
            holds: self.procedure == FIRST_PROCEDURE || level.is_none_or(is_expected),
        }
    }
}
