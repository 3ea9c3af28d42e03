//! What people ask of tables, over whatever wire: who acts, whether they may ask, and what the hall makes of it.

use halte_table::{Action, Actor, Command, Person, PersonId, Span, TableId};

use crate::address::Origination;
use crate::asker::Asker;
use crate::error::{ApiError, Conflict, TooMany};
use crate::state::App;
use crate::store::{TableFilter, TableState};
use crate::visitor::Visitor;

impl App {
    /// Which of the people that a visitor is acts at a table: the one who sits there.
    pub(crate) async fn person_at(&self, visitor: &Visitor, table: &TableId) -> Result<Option<Person>, ApiError> {
        let people = visitor.people();
        let seated = self.hall.look(table, |table| {
            let sits = |person: &&Person| !table.seats_of(person.id()).is_empty();
            people.iter().find(sits).or(people.first()).cloned()
        });
        Ok(seated.await?)
    }

    /// Counts a new table of a client.
    pub(crate) fn limit_tables(&self, origination: &Origination) -> Result<(), ApiError> {
        let what = |seconds| TooMany::Tables { seconds };
        self.limit("new tables", what, &self.limiters.tables, origination.client())
    }

    /// Whether one more table may be opened by a person, or taken a seat at: those count at which they sit, and those that
    /// they have opened for others or for engines.
    pub(crate) async fn check_table_count(&self, person: &PersonId) -> Result<(), ApiError> {
        let most = u64::from(self.config.limits.tables_per_visitor);
        let mut count = 0;
        for state in [TableState::Waiting, TableState::Playing] {
            let seated = TableFilter {
                state: Some(state),
                person: Some(person.to_string()),
                ..TableFilter::default()
            };
            let opened = TableFilter {
                state: Some(state),
                absent_opener: Some(person.to_string()),
                ..TableFilter::default()
            };
            count += self.store.count_tables(&seated).await? + self.store.count_tables(&opened).await?;
        }
        if count >= most {
            return Err(Conflict::TooManyTables { tables: count, most }.into());
        }
        Ok(())
    }

    /// Whether a person may have one more game played between engines. Guests are free to make: those of one client count
    /// together, too.
    pub(crate) async fn check_engine_games(&self, person: &PersonId, asker: &Asker) -> Result<(), ApiError> {
        let limits = &self.config.limits;
        let askers = self.hall.engines().askers();
        let openers = self.store.openers_of_engines_games().await?;
        let openers: Vec<PersonId> = openers.iter().filter_map(|opener| opener.parse().ok()).collect();
        let own = openers.iter().filter(|opener| *opener == person).count();
        let all = openers.iter().filter(|opener| askers.person(opener) == *asker).count();
        let bounds = [
            (own, limits.engine_games_per_visitor),
            (all, limits.engine_games_per_address),
        ];
        // What an account has opened is counted once already.
        let bounds = &bounds[..1 + usize::from(person.account_name().is_none())];
        for &(games, most) in bounds {
            let most = most as usize;
            if games >= most {
                return Err(Conflict::TooManyEngineGames { games, most }.into());
            }
        }
        Ok(())
    }

    /// Does what a person asks at a table, over whatever wire.
    pub(crate) async fn obey(
        &self,
        table: &TableId,
        from: &Origination,
        person: Person,
        id: String,
        action: Action,
        lag: Span,
    ) -> Result<u64, ApiError> {
        let what = |seconds| TooMany::Commands { seconds };
        self.limit("moves", what, &self.limiters.moves, person.id().to_string())?;
        if let Action::Say { .. } = action {
            let asker = self.hall.engines().askers().person(person.id());
            let what = |seconds| TooMany::Remarks { seconds };
            self.limit("remarks", what, &self.limiters.remarks, asker)?;
            self.check_not_silenced(person.id(), from).await?;
        }
        let mut _alone = None;
        if let Action::Sit { .. } = action {
            _alone = Some(self.opening.take(person.id().clone()).await);
            self.check_table_count(person.id()).await?;
            if self.hall.look(table, |table| table.terms().rated).await? {
                check_account(&person)?;
            }
        }
        let command = Command {
            id: Some(id),
            from: Actor::Person(person),
            action,
        };
        Ok(self.hall.execute(table, command, lag).await?)
    }
}

/// Rated games are between accounts.
pub(crate) fn check_account(person: &Person) -> Result<(), ApiError> {
    if let Person::Account { .. } = person {
        Ok(())
    } else {
        Err(Conflict::AccountNeeded.into())
    }
}
