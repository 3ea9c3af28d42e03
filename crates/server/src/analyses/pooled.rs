//! A search that thinks on the engines' pool: each question is a piece of work of its own, so that games come between.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use halte_answers::analysis::Thinker;
use halte_engine::{Control, Engine, Report, Search, Settings, SystemClock, Tell};
use halte_game::Playthrough;
use halte_games::{AnyGame, AnyMove};

use crate::asker::Asker;
use crate::hall::{Class, Engines, Wish};

/// A search whose work is done by the pool, while its caller waits.
pub(super) struct PooledSearch {
    engines: Engines,
    asker: Asker,
    wish: Arc<Wish>,
    /// The search itself, unless the pool has it.
    search: Option<Box<dyn Search<AnyGame>>>,
    settings: Settings,
    has_found_all: bool,
}

/// What a worker says.
enum Message {
    Report(Report<AnyMove>),
    Done {
        search: Box<dyn Search<AnyGame>>,
        report: Report<AnyMove>,
        has_found_all: bool,
    },
}

impl PooledSearch {
    pub(super) fn new(engines: Engines, asker: Asker, wish: Arc<Wish>, settings: &Settings) -> PooledSearch {
        PooledSearch {
            engines,
            asker,
            wish,
            search: None,
            settings: *settings,
            has_found_all: false,
        }
    }
}

impl Thinker for PooledSearch {
    fn has_found_all(&self) -> bool {
        self.has_found_all
    }
}

impl Search<AnyGame> for PooledSearch {
    /// As its limits say; the time begins when a worker does. Where there is no worker any more, it is stopped.
    fn search(
        &mut self,
        game: &Playthrough<AnyGame>,
        control: &Control<'_>,
        report: Tell<'_, AnyMove>,
    ) -> Report<AnyMove> {
        let (sender, messages) = mpsc::channel();
        let search = self.search.take().unwrap_or_else(|| AnyGame::search(&self.settings));
        let (game, limits, wish) = (game.clone(), *control.limits(), Arc::clone(&self.wish));
        let mut search = Some(search);
        // What it answers comes by the channel; what others interrupted, it looks for once more, with all that it remembers.
        let piece = move |ends_now: &AtomicBool| {
            let clock = SystemClock::new();
            let control = Control::new(limits, &clock, ends_now);
            let Some(mut thinker) = search.take() else { return };
            // Nobody may listen any more.
            let report = thinker.search(&game, &control, &mut |found| {
                let _ = sender.send(Message::Report(found.clone()));
            });
            if wish.has_given_way() {
                search = Some(thinker);
                return;
            }
            let has_found_all = !control.is_over();
            let _ = sender.send(Message::Done {
                search: thinker,
                report,
                has_found_all,
            });
        };
        let (asker, wish) = (self.asker.clone(), Arc::clone(&self.wish));
        let _ = self.engines.ask(Class::Analysis, asker, wish, piece);
        for message in messages {
            match message {
                Message::Report(found) => report(&found),
                Message::Done {
                    search,
                    report,
                    has_found_all,
                } => {
                    self.search = Some(search);
                    self.has_found_all = has_found_all;
                    return report;
                }
            }
        }
        self.wish.end();
        Report {
            depth: 0,
            nodes: 0,
            time: control.elapsed(),
            lines: Vec::new(),
            is_whole: false,
        }
    }

    fn clear(&mut self) {
        self.search = None;
    }
}
