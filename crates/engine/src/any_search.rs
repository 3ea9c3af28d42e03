//! The engine of a game that is known only at run time.

use halte_game::{Game, Playthrough, Random};
use halte_games::{AnotherGame, AnyGame, AnyMove, AnyOptions, with_game};

use crate::{Answer, Control, Engine, Level, Line, Report, Search, Settings, Solver, Strength, Tell};

impl Engine for AnyGame {
    fn strongest_search(settings: &Settings) -> Box<dyn Search<AnyGame>> {
        Box::new(AnySearch {
            settings: *settings,
            search: None,
        })
    }

    fn strength(options: &AnyOptions, level: Level) -> Strength {
        with_game!(AnyOptions, options, |G, options| G::strength(options, level))
    }

    fn greedy_turn(position: &AnyGame, control: &Control<'_>, random: &mut Random) -> Vec<AnyMove> {
        with_game!(AnyGame, position, |G, own| {
            let moves = G::greedy_turn(own, control, random);
            moves.into_iter().map(AnyMove::from).collect()
        })
    }

    fn solver(memory: usize) -> Box<dyn Solver<AnyGame>> {
        Box::new(AnySolver { memory })
    }

    fn steps(options: &AnyOptions) -> [u16; Level::COUNT - 1] {
        with_game!(AnyOptions, options, |G, options| G::steps(options))
    }
}

/// Proves about whichever game it is asked with that game's own solver.
struct AnySolver {
    memory: usize,
}

impl Solver<AnyGame> for AnySolver {
    fn win(&mut self, position: &AnyGame, within: usize, control: &Control<'_>) -> Answer<AnyMove> {
        with_game!(AnyGame, position, |G, own| {
            any_answer(G::solver(self.memory).win(own, within, control))
        })
    }

    fn win_by(&mut self, position: &AnyGame, mv: AnyMove, within: usize, control: &Control<'_>) -> Answer<AnyMove> {
        with_game!(AnyGame, position, |G, own| {
            match mv.try_into() {
                Ok(mv) => any_answer(G::solver(self.memory).win_by(own, mv, within, control)),
                Err(AnotherGame) => Answer::NoWin,
            }
        })
    }

    fn quickest_win(&mut self, position: &AnyGame, line: Vec<AnyMove>, control: &Control<'_>) -> Answer<AnyMove> {
        with_game!(AnyGame, position, |G, own| {
            let line = line.into_iter().map_while(|mv| mv.try_into().ok());
            any_answer(G::solver(self.memory).quickest_win(own, line.collect(), control))
        })
    }
}

/// An answer about moves of one game as one about moves of any.
fn any_answer<M: Into<AnyMove>>(answer: Answer<M>) -> Answer<AnyMove> {
    match answer {
        Answer::Win { moves } => Answer::Win {
            moves: moves.into_iter().map(Into::into).collect(),
        },
        Answer::NoWin => Answer::NoWin,
        Answer::Unknown => Answer::Unknown,
    }
}

/// Searches whichever game it is given with that game's own search.
struct AnySearch {
    settings: Settings,
    search: Option<Box<dyn GameSearch>>,
}

impl Search<AnyGame> for AnySearch {
    fn search(
        &mut self,
        game: &Playthrough<AnyGame>,
        control: &Control<'_>,
        report: Tell<'_, AnyMove>,
    ) -> Report<AnyMove> {
        let found = self
            .search
            .as_mut()
            .and_then(|search| search.search(game, control, report));
        if let Some(found) = found {
            return found;
        }
        let settings = &self.settings;
        let search = self.search.insert(with_game!(AnyGame, game.start(), |G, _start| {
            Box::new(OfGame::<G>(G::strongest_search(settings)))
        }));
        let found = search.search(game, control, report);
        found.unwrap_or_else(|| Report::empty(control))
    }

    fn clear(&mut self) {
        if let Some(search) = &mut self.search {
            search.clear();
        }
    }
}

/// A search for one game that is asked about any.
trait GameSearch: Send {
    /// What it finds; nothing if this is another game.
    fn search(
        &mut self,
        game: &Playthrough<AnyGame>,
        control: &Control<'_>,
        report: Tell<'_, AnyMove>,
    ) -> Option<Report<AnyMove>>;

    fn clear(&mut self);
}

struct OfGame<G: Game>(Box<dyn Search<G>>);

impl<G> GameSearch for OfGame<G>
where
    G: Engine<Move: Into<AnyMove> + TryFrom<AnyMove>> + TryFrom<AnyGame>,
{
    fn search(
        &mut self,
        game: &Playthrough<AnyGame>,
        control: &Control<'_>,
        report: Tell<'_, AnyMove>,
    ) -> Option<Report<AnyMove>> {
        let own = own_game::<G>(game)?;
        let found = self.0.search(&own, control, &mut |found| report(&any_report(found)));
        Some(any_report(&found))
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The same game with its own type; nothing if it is another game.
fn own_game<G>(game: &Playthrough<AnyGame>) -> Option<Playthrough<G>>
where
    G: Game<Move: TryFrom<AnyMove>> + TryFrom<AnyGame>,
{
    let mut own = Playthrough::new(G::try_from(game.start().clone()).ok()?);
    for &mv in game.moves() {
        own.play(mv.try_into().ok()?).ok()?;
    }
    Some(own)
}

/// A report about moves of one game as one about moves of any.
fn any_report<M: Copy + Into<AnyMove>>(report: &Report<M>) -> Report<AnyMove> {
    let any = |line: &Line<M>| Line {
        score: line.score,
        moves: line.moves.iter().map(|&mv| mv.into()).collect(),
    };
    Report {
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        lines: report.lines.iter().map(any).collect(),
        is_whole: report.is_whole,
    }
}
