//! Ratings: Glicko-2, for each game and variant, between accounts, and of accounts that play against engines.

use halte_engine::{Engine, Level};
use halte_game::{Outcome, Player};
use halte_games::AnyGame;
use halte_table::{Event, Fact, Occupant, Table};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::hall::now;
use crate::store::{Rating, RatingChange, RatingUpdate, Store, StoreError};

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
                let Some(name) = person.id().account_name() else {
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
    let reversed = events.iter().any(|event| matches!(event.fact, Fact::Reversed { .. }));
    match (table.terms().rated, table.result()) {
        (true, Some(outcome)) if ended => after_end(table, outcome, store).await,
        (true, None) if reversed => after_reversal(table, store).await,
        _ => Ok(Vec::new()),
    }
}

/// The ratings without what a table's game has brought, which did not end after all.
async fn after_reversal(table: &Table, store: &dyn Store) -> Result<Vec<RatingUpdate>, StoreError> {
    let ladder = table.options().to_string();
    let mut updates = Vec::new();
    for seat in Player::ALL {
        let rated = Rated::on(table, seat, &ladder, store).await?;
        if let Some(Rated::Account { name, .. }) = rated {
            let history = store.rating_history(&name, &ladder).await?;
            updates.extend(without(table.id().as_str(), &history).map(|rating| RatingUpdate {
                account: name,
                ladder: ladder.clone(),
                rating,
            }));
        }
    }
    Ok(updates)
}

/// The last rating of a history without what one table has brought; nothing if that is nothing.
///
/// If other games came after it, its points are taken off and the deviation stays: what they brought was reckoned from it.
fn without(table: &str, history: &[RatingChange]) -> Option<Rating> {
    let newcomer = Glicko2Rating::new();
    let first = Rating {
        revision: 0,
        rating: newcomer.rating,
        deviation: newcomer.deviation,
        volatility: newcomer.volatility,
        games: 0,
        at: 0,
    };
    let ratings = || std::iter::once(first).chain(history.iter().map(|change| change.rating));
    let steps = ratings().zip(history).filter(|(_, change)| change.table == table);
    let (mut points, mut games, mut before) = (0.0, 0, None);
    for (previous, change) in steps {
        points += change.rating.rating - previous.rating;
        games = (games + change.rating.games).saturating_sub(previous.games);
        before = Some((previous, change.rating.revision));
    }
    let last = history.last()?.rating;
    let (previous, revision) = before.filter(|_| games > 0)?;
    let is_last = revision == last.revision;
    Some(Rating {
        revision: last.revision + 1,
        rating: last.rating - points,
        deviation: if is_last { previous.deviation } else { last.deviation },
        volatility: if is_last { previous.volatility } else { last.volatility },
        games: last.games.saturating_sub(games),
        at: i64::try_from(now().0).unwrap_or(i64::MAX),
    })
}

/// The ratings after a game that ended like this.
async fn after_end(table: &Table, outcome: Outcome, store: &dyn Store) -> Result<Vec<RatingUpdate>, StoreError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_table_has_brought_is_taken_off() {
        let check = |history: &[(&str, f64, u64)], expected: Option<(f64, u64)>| {
            let change = |(revision, (table, rating, games)): (u64, &(&str, f64, u64))| RatingChange {
                table: (*table).to_owned(),
                rating: Rating {
                    revision,
                    rating: *rating,
                    deviation: 100.0,
                    volatility: 0.06,
                    games: *games,
                    at: 0,
                },
            };
            let changes: Vec<RatingChange> = (1..).zip(history).map(change).collect();
            let found = without("a", &changes);
            assert_eq!(
                found.map(|rating| (rating.rating, rating.games)),
                expected,
                "{history:?}"
            );
            let revision = found.map(|rating| rating.revision);
            assert_eq!(revision, expected.map(|_| history.len() as u64 + 1));
        };
        check(&[], None);
        check(&[("b", 1600.0, 1)], None);
        check(&[("a", 1600.0, 1)], Some((1500.0, 0)));
        check(&[("b", 1600.0, 1), ("a", 1650.0, 2)], Some((1600.0, 1)));
        check(&[("a", 1600.0, 1), ("b", 1650.0, 2)], Some((1550.0, 1)));
        // It was undone already.
        check(&[("a", 1600.0, 1), ("b", 1650.0, 2), ("a", 1550.0, 1)], None);
        check(
            &[("a", 1600.0, 1), ("a", 1500.0, 0), ("a", 1400.0, 1)],
            Some((1500.0, 0)),
        );
    }
}
