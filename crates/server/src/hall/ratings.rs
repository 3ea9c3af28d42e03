//! Ratings: Glicko-2, for each game and variant, between accounts, and of accounts that play against engines.

use halte_engine::{Engine, Level};
use halte_game::{Outcome, Player};
use halte_games::AnyGame;
use halte_table::{Event, Fact, Occupant, Table};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::hall::now;
use crate::store::{Rating, RatingUpdate, Store, StoreError};
use crate::visitor::ACCOUNT;

/// How unsure the levels' ratings are. The errors of the matches that compared neighbours are about 70, and they add up.
const ENGINES_DEVIATION: f64 = 100.0;

/// Who is rated by a game: somebody with an account, who may change, or an engine, which stays as it is.
enum Rated {
    Account { name: String, before: Option<Rating> },
    Engine(Glicko2Rating),
}

impl Rated {
    /// Who sits on a seat; nothing for a guest.
    async fn on(table: &Table, seat: Player, ladder: &str, store: &dyn Store) -> Result<Option<Rated>, StoreError> {
        match table.occupant(seat) {
            Some(Occupant::Person(person)) => {
                let Some(name) = person.id.0.strip_prefix(ACCOUNT) else {
                    return Ok(None);
                };
                let before = store.rating(name, ladder).await?;
                let name = name.to_owned();
                Ok(Some(Rated::Account { name, before }))
            }
            Some(Occupant::Engine { level }) => Ok(Level::try_from(*level).ok().map(|level| {
                Rated::Engine(Glicko2Rating {
                    rating: AnyGame::rating(table.options(), level).into(),
                    deviation: ENGINES_DEVIATION,
                    ..Glicko2Rating::new()
                })
            })),
            None => Ok(None),
        }
    }

    fn glicko(&self) -> Glicko2Rating {
        match self {
            Rated::Account { before, .. } => before.map_or_else(Glicko2Rating::new, glicko),
            Rated::Engine(rating) => *rating,
        }
    }

    /// What is written down of a new rating.
    fn update(self, ladder: &str, after: &Glicko2Rating) -> Option<RatingUpdate> {
        let Rated::Account { name, before } = self else {
            return None;
        };
        Some(RatingUpdate {
            account: name,
            ladder: ladder.to_owned(),
            rating: Rating {
                revision: before.map_or(0, |rating| rating.revision) + 1,
                rating: after.rating,
                deviation: after.deviation,
                volatility: after.volatility,
                games: before.map_or(0, |rating| rating.games) + 1,
                at: i64::try_from(now().0).unwrap_or(i64::MAX),
            },
        })
    }
}

/// The ratings that change because of what has happened at a table.
pub(super) async fn after(table: &Table, events: &[Event], store: &dyn Store) -> Result<Vec<RatingUpdate>, StoreError> {
    let ended = events.iter().any(|event| matches!(event.fact, Fact::Ended { .. }));
    let (true, true, Some(outcome)) = (ended, table.terms().rated, table.result()) else {
        return Ok(Vec::new());
    };
    let ladder = table.options().to_string();
    let first = Rated::on(table, Player::First, &ladder, store).await?;
    let second = Rated::on(table, Player::Second, &ladder, store).await?;
    let (Some(first), Some(second)) = (first, second) else {
        return Ok(Vec::new());
    };
    let result = match outcome {
        Outcome::Win(Player::First) => Outcomes::WIN,
        Outcome::Win(Player::Second) => Outcomes::LOSS,
        Outcome::Draw => Outcomes::DRAW,
    };
    let (one, other) = glicko2(&first.glicko(), &second.glicko(), &result, &Glicko2Config::new());
    let updates = [first.update(&ladder, &one), second.update(&ladder, &other)];
    Ok(updates.into_iter().flatten().collect())
}

fn glicko(rating: Rating) -> Glicko2Rating {
    Glicko2Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    }
}
