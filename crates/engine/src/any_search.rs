//! The engine of a game that is known only at run time.

use halte_game::{Game, Playthrough};
use halte_games::{AnyGame, AnyMove, AnyOptions, with_game};

use crate::{Control, Engine, Level, Line, Report, Search, Settings, Strength};

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

    fn steps(options: &AnyOptions) -> [u16; Level::COUNT - 1] {
        with_game!(AnyOptions, options, |G, options| G::steps(options))
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
        report: &mut dyn FnMut(&Report<AnyMove>),
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
        report: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Option<Report<AnyMove>>;

    fn clear(&mut self);
}

struct OfGame<G: Game>(Box<dyn Search<G>>);

impl<G: Engine> GameSearch for OfGame<G> {
    fn search(
        &mut self,
        game: &Playthrough<AnyGame>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Option<Report<AnyMove>> {
        let options = game.start().options();
        let own = own_game::<G>(game)?;
        let found = self.0.search(&own, control, &mut |found| {
            report(&any_report(&options, found));
        });
        Some(any_report(&options, &found))
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The same game with its own type; nothing if it is another game.
fn own_game<G: Game>(game: &Playthrough<AnyGame>) -> Option<Playthrough<G>> {
    let start: &dyn std::any::Any = with_game!(AnyGame, game.start(), |H, start| start);
    let start = start.downcast_ref::<G>()?.clone();
    let options = start.options();
    let mut own = Playthrough::new(start);
    for mv in game.moves() {
        // The moves were legal, and their text names them.
        own.play(G::parse_move(&options, &mv.to_string()).ok()?).ok()?;
    }
    Some(own)
}

/// A report about moves of one game as one about moves of any.
fn any_report<M: ToString>(options: &AnyOptions, report: &Report<M>) -> Report<AnyMove> {
    let any = |mv: &M| AnyGame::parse_move(options, &mv.to_string()).ok();
    Report {
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        lines: report
            .lines
            .iter()
            .map(|line| Line {
                score: line.score,
                moves: line.moves.iter().map_while(any).collect(),
            })
            .collect(),
    }
}
