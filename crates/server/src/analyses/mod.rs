//! Analyses on request: of a whole game, or of one position for as long as somebody watches.
//!
//! Each is a row of the store, so that any server can be asked about it. The server that has taken it on thinks on the
//! engines' pool after all games, tells those who watch there at once, and writes down every second what is new. Where it
//! falls silent, another one takes it on. One that nobody wants any more is stopped, and forgotten after a while.

mod pooled;
mod request;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use futures_util::future::{join_all, try_join_all};
use halte_answers::Unanswered;
use halte_answers::analysis::{self, AnalysisState, AnalysisView, LineView, Subject};
use halte_engine::SystemClock;
use halte_game::Playthrough;
use halte_games::AnyGame;
use halte_table::PersonId;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::time::timeout;
use tracing::warn;

use crate::analyses::pooled::PooledSearch;
use crate::asker::Asker;
use crate::clock;
use crate::error::{ApiError, Conflict, NotFound};
use crate::hall::{Class, Engines, Hall, Wish};
use crate::limits::Turns;
use crate::lock;
use crate::secret;
use crate::store::{AnalysisNote, Store, StoreError, StoredAnalysis};

pub(crate) use crate::analyses::request::NewAnalysis;

/// How many analyses are under way at once at one server; each needs 16 MiB.
const AT_ONCE: usize = 8;

/// How many of them one who asks has at the most, so that others come to theirs.
const AT_ONCE_OF_ONE: usize = AT_ONCE / 2;

/// How many unfinished ones all guests of one client have together at the most: each of them may have some, but guests are
/// free to make.
const UNFINISHED_OF_ONE: usize = 30;

/// How many are kept, finished ones too.
const MOST: usize = 1000;

/// How many bytes of what was found are kept; that of 2,000 moves has about one million.
const MOST_BYTES: usize = 8 << 20;

/// After so long without a watcher or a question an analysis is stopped.
pub const UNWANTED: Duration = Duration::from_secs(30);

/// A finished one is forgotten when nobody has asked for it for so long.
const KEPT: Duration = Duration::from_secs(15 * 60);

/// How often the store is read, and written to if something is new.
const ROUND: Duration = Duration::from_secs(1);

/// For how many milliseconds a server takes an analysis on, and how many before the end of them it does so again.
const GRACE: i64 = 10_000;
const RENEWED: i64 = 7_000;

/// How often it is noted that somebody watches, and how long a note holds. Milliseconds.
const NOTED: i64 = 10_000;
const WATCHED: i64 = 15_000;

/// All analyses. Clones share them.
#[derive(Clone)]
pub struct Analyses {
    shared: Arc<All>,
}

struct All {
    store: Arc<dyn Store>,
    hall: Hall,
    /// How many unfinished ones a visitor may have.
    most_per_visitor: usize,
    slots: Semaphore,
    /// The slots of those who ask.
    slots_of: Turns<Asker>,
    /// Held by whoever begins one, so that what they have is counted once.
    beginning: Turns<Asker>,
    /// Those that this server has taken on, and those that somebody watches here.
    known: Mutex<HashMap<String, Arc<Task>>>,
    /// One round at a time; false when there will be none any more.
    is_open: tokio::sync::Mutex<bool>,
    /// Told when the next round should not wait.
    ended: Notify,
    /// Those who wait for a hint.
    hinted: Mutex<HashSet<PersonId>>,
}

struct Task {
    id: String,
    view: watch::Sender<AnalysisView>,
    /// What this server does for it; nothing if another one does, or it is finished and that is written down.
    work: Mutex<Option<Work>>,
    noted: Mutex<Noted>,
}

struct Work {
    errand: Arc<Errand>,
    /// Until when this server has taken it on, as the store has it.
    until: i64,
    /// Whether there is something to write down.
    is_new: bool,
}

/// What a thread is sent for.
#[derive(Default)]
struct Errand {
    wish: Arc<Wish>,
    /// Told when it is stopped, while it waits for its turn.
    stopped: Notify,
}

/// When this server has noted what in the store about those who want an analysis.
struct Noted {
    asked_at: i64,
    /// That it is watched; nothing if it is not.
    watched_at: Option<i64>,
}

impl Analyses {
    pub(crate) fn new(store: Arc<dyn Store>, hall: Hall, most_per_visitor: u32) -> Analyses {
        let shared = Arc::new(All {
            store,
            hall,
            most_per_visitor: most_per_visitor as usize,
            slots: Semaphore::new(AT_ONCE),
            slots_of: Turns::new(AT_ONCE_OF_ONE),
            beginning: Turns::new(1),
            known: Mutex::default(),
            is_open: tokio::sync::Mutex::new(true),
            ended: Notify::new(),
            hinted: Mutex::default(),
        });
        tokio::spawn(All::look_after(Arc::downgrade(&shared)));
        Analyses { shared }
    }

    /// Begins an analysis for a person, and returns its name.
    pub(crate) async fn begin(&self, owner: &PersonId, wanted: &NewAnalysis) -> Result<String, ApiError> {
        let all = &self.shared;
        let subject = wanted.subject(&all.hall).await?;
        let view = AnalysisView::new(secret::random_text::<12>()?, &subject).map_err(Unanswered::from)?;
        let id = view.analysis.clone();
        let asker = all.hall.engines().askers().person(owner);
        let _turn = all.beginning.take(asker.clone()).await;
        all.make_room(owner, &asker).await?;
        let now = clock::moment();
        let analysis = StoredAnalysis {
            note: AnalysisNote {
                id: id.clone(),
                owner: owner.to_string(),
                is_finished: false,
                asked_at: now,
                watched_until: 0,
                due_at: now + GRACE,
            },
            body: serde_json::to_string(wanted).map_err(ApiError::internal)?,
            view: plain(&view),
        };
        all.store.create_analysis(&analysis).await?;
        all.start(view, now, asker, subject, now + GRACE);
        Ok(id)
    }

    /// What an analysis has found so far.
    pub(crate) async fn look(&self, id: &str) -> Result<AnalysisView, ApiError> {
        let all = &self.shared;
        let now = clock::moment();
        // Who asks ten times a second writes once.
        let is_old = |asked_at: i64| now - asked_at >= milliseconds(ROUND);
        let (view, is_due) = match all.get(id) {
            Some(task) => {
                let mut noted = lock(&task.noted);
                let is_due = is_old(noted.asked_at);
                if is_due {
                    noted.asked_at = now;
                }
                (task.view.borrow().clone(), is_due)
            }
            None => {
                let found = all.store.analysis(id).await?.ok_or(NotFound::Analysis)?;
                (read(&found)?, is_old(found.note.asked_at))
            }
        };
        if is_due {
            all.store.note_analysis(id, now, None).await?;
        }
        Ok(view)
    }

    /// What an analysis has found so far, now and from then on.
    pub async fn watch(&self, id: &str) -> Result<watch::Receiver<AnalysisView>, ApiError> {
        let all = &self.shared;
        if let Some(task) = lock(&all.known).get(id) {
            return Ok(task.view.subscribe());
        }
        let found = all.store.analysis(id).await?.ok_or(NotFound::Analysis)?;
        // From the next round on it is known that somebody watches.
        Ok(all.know(read(&found)?, found.note.asked_at, |task| task.view.subscribe()))
    }

    /// Stops an analysis and forgets it. Only one whose it is can.
    pub(crate) async fn end(&self, people: &[PersonId], id: &str) -> Result<(), ApiError> {
        let all = &self.shared;
        let found = all.store.analysis(id).await?;
        let is_theirs = |found: &StoredAnalysis| people.iter().any(|person| person.as_str() == found.note.owner);
        found.filter(is_theirs).ok_or(NotFound::Analysis)?;
        all.store.delete_analysis(id).await?;
        if let Some(task) = lock(&all.known).remove(id) {
            task.stop();
        }
        Ok(())
    }

    /// Does what is done every second, as if it were so much later: stops the analyses that nobody wants any more then, and
    /// forgets those that are finished for long.
    pub async fn tidy(&self, later: Duration) -> Result<(), StoreError> {
        self.shared.round(milliseconds(later)).await
    }

    /// Ends the work here, so that another server, or this one when it is open again, goes on with it: the server closes.
    pub(crate) async fn close(&self) {
        let all = &self.shared;
        let known: Vec<Arc<Task>> = lock(&all.known).drain().map(|(_, task)| task).collect();
        let left: Vec<(Arc<Task>, Work)> = known
            .into_iter()
            .filter_map(|task| task.leave().map(|work| (task, work)))
            .collect();
        *all.is_open.lock().await = false;
        let due = join_all(
            left.iter()
                .map(|(task, work)| all.write(task, work.until, clock::moment())),
        );
        for error in due.await.into_iter().filter_map(Result::err) {
            warn!(%error, "an analysis was left without a word");
        }
    }

    /// The best line for whoever is to move, thought about for a moment. A person gets one hint at a time.
    pub(crate) async fn hint(
        &self,
        person: &PersonId,
        game: Playthrough<AnyGame>,
    ) -> Result<Option<LineView>, ApiError> {
        let _waiting = Waiting::new(&self.shared, person)?;
        let engines = self.shared.hall.engines();
        let asker = engines.askers().person(person);
        let thought = engines.ask(Class::Hint, asker, Arc::default(), move |stop| {
            analysis::hint(&game, &SystemClock::new(), stop)
        });
        let _stop = thought.stop_on_drop();
        Ok(thought.answer().await.flatten())
    }
}

/// Somebody who waits for a hint.
struct Waiting<'a> {
    all: &'a All,
    person: &'a PersonId,
}

impl<'a> Waiting<'a> {
    fn new(all: &'a All, person: &'a PersonId) -> Result<Waiting<'a>, ApiError> {
        if !lock(&all.hinted).insert(person.clone()) {
            return Err(Conflict::HintOnItsWay.into());
        }
        Ok(Waiting { all, person })
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        lock(&self.all.hinted).remove(self.person);
    }
}

impl All {
    fn get(&self, id: &str) -> Option<Arc<Task>> {
        lock(&self.known).get(id).cloned()
    }

    /// The task of an analysis, which may be known already. It is not forgotten before something is done with it.
    fn know<T>(&self, view: AnalysisView, asked_at: i64, then: impl FnOnce(&Arc<Task>) -> T) -> T {
        let mut known = lock(&self.known);
        let id = view.analysis.clone();
        let task = known.entry(id.clone()).or_insert_with(|| {
            Arc::new(Task {
                id,
                view: watch::Sender::new(view),
                work: Mutex::default(),
                noted: Mutex::new(Noted {
                    asked_at,
                    watched_at: None,
                }),
            })
        });
        then(task)
    }

    /// Sees to it that somebody may have one more. At many servers at the same moment they may get one too many.
    async fn make_room(&self, owner: &PersonId, asker: &Asker) -> Result<(), ApiError> {
        let notes = self.store.analyses().await?;
        let now = clock::moment();
        let mut unfinished: Vec<&AnalysisNote> = notes.iter().filter(|note| !note.is_finished).collect();
        let theirs = unfinished.iter().filter(|note| note.owner == owner.as_str());
        let theirs: Vec<&AnalysisNote> = theirs.copied().collect();
        if theirs.len() >= self.most_per_visitor {
            // Whoever left a page does not wait for what was begun there.
            let left = theirs.into_iter().filter(|note| !self.is_watched(note, now));
            let oldest = left.min_by_key(|note| note.asked_at);
            let oldest = oldest.ok_or(Conflict::TooManyAnalyses)?;
            self.store.end_analysis(&oldest.id).await?;
            if let Some(task) = self.get(&oldest.id) {
                task.stop();
            }
            unfinished.retain(|note| note.id != oldest.id);
        }
        let askers = self.hall.engines().askers();
        let is_asker = |note: &&AnalysisNote| {
            let owner: Result<PersonId, _> = note.owner.parse();
            owner.is_ok_and(|owner| askers.person(&owner) == *asker)
        };
        if unfinished.into_iter().filter(is_asker).count() >= UNFINISHED_OF_ONE {
            return Err(Conflict::TooManyAnalyses.into());
        }
        if notes.len() >= MOST {
            let finished = notes.iter().filter(|note| note.is_finished);
            let oldest = finished.min_by_key(|note| note.asked_at);
            self.store
                .delete_analysis(&oldest.ok_or(Conflict::AnalysesFull)?.id)
                .await?;
        }
        Ok(())
    }

    /// Whether somebody watches an analysis, here or elsewhere.
    fn is_watched(&self, note: &AnalysisNote, now: i64) -> bool {
        note.watched_until > now || self.get(&note.id).is_some_and(|task| task.is_watched())
    }

    /// Begins the work on an analysis that this server has taken on.
    fn start(self: &Arc<Self>, view: AnalysisView, asked_at: i64, asker: Asker, subject: Subject, until: i64) {
        let errand = Arc::new(Errand::default());
        let work = Work {
            errand: Arc::clone(&errand),
            until,
            is_new: false,
        };
        let task = self.know(view.clone(), asked_at, |task| {
            task.learn(view);
            *lock(&task.work) = Some(work);
            Arc::clone(task)
        });
        let all = Arc::clone(self);
        tokio::spawn(async move {
            let slots = async {
                // Who waits for their own slots stands in nobody's way.
                let own = all.slots_of.take(asker.clone()).await;
                (own, all.slots.acquire().await)
            };
            let slots = tokio::select! {
                slots = slots => slots,
                () = errand.stopped.notified() => return,
            };
            let (_own, Ok(_slot)) = slots else { return };
            let engines = all.hall.engines().clone();
            let (working, sent) = (Arc::clone(&task), Arc::clone(&errand));
            // It waits for the pool most of the time, and searches there.
            let done = tokio::task::spawn_blocking(move || working.work(&sent, engines, asker, &subject)).await;
            let state = match done {
                Ok(Some(())) => AnalysisState::Done,
                _ => AnalysisState::Stopped,
            };
            task.change(&errand, |view| view.state = state);
            all.ended.notify_one();
        });
    }

    /// Keeps memory and store together, every second and when something ends, as long as somebody has analyses.
    async fn look_after(all: Weak<All>) {
        loop {
            let Some(strong) = all.upgrade() else { return };
            match strong.round(0).await {
                Err(StoreError::Closed) => {
                    strong.stop();
                    return;
                }
                Err(error) => warn!(%error, "analyses could not be looked after"),
                Ok(()) => {}
            }
            // What has just ended is written down at once.
            let _ = timeout(ROUND, strong.ended.notified()).await;
        }
    }

    async fn round(self: &Arc<Self>, later: i64) -> Result<(), StoreError> {
        let is_open = self.is_open.lock().await;
        if !*is_open {
            return Err(StoreError::Closed);
        }
        // Before the store is read: what is begun meanwhile is not taken for something that is gone.
        let known: Vec<Arc<Task>> = lock(&self.known).values().cloned().collect();
        let notes = self.store.analyses().await?;
        let now = clock::moment();
        let by_id: HashMap<&str, &AnalysisNote> = notes.iter().map(|note| (&*note.id, note)).collect();
        let attended = known
            .iter()
            .map(|task| self.attend(task, by_id.get(&*task.id).copied(), now, later));
        // Everything shares one commit, and one that fails keeps nobody else from theirs.
        join_all(attended).await.into_iter().collect::<Result<(), _>>()?;
        self.take_on(&notes, now).await?;
        let since = now + later - milliseconds(KEPT);
        if notes.iter().any(|note| note.asked_at <= since) {
            self.store.delete_unasked_analyses(since).await?;
        }
        Ok(())
    }

    /// Compares a task with what the store says of it, and writes down what is new.
    async fn attend(
        &self,
        task: &Arc<Task>,
        note: Option<&AnalysisNote>,
        now: i64,
        later: i64,
    ) -> Result<(), StoreError> {
        let Some(note) = note else {
            lock(&self.known).remove(&task.id);
            task.stop();
            return Ok(());
        };
        if task
            .until()
            .is_some_and(|until| note.is_finished || note.due_at != until)
        {
            task.leave();
        }
        self.note(task, now).await?;
        let is_unwanted = !self.is_watched(note, now + later) && is_unasked(note, now + later);
        if let Some(until) = task.wants_writing(is_unwanted, now) {
            let after = now + GRACE;
            match self.write(task, until, after).await {
                Ok(true) => task.written(after),
                Ok(false) => drop(task.leave()),
                Err(error) => {
                    task.unwritten();
                    return Err(error);
                }
            }
        }
        if task.until().is_some() {
            return Ok(());
        }
        // Another server does it, or nothing is left to do.
        if !task.is_watched() {
            let mut known = lock(&self.known);
            if !task.is_watched() && task.until().is_none() {
                known.remove(&task.id);
            }
        } else if !task.view.borrow().state.is_finished()
            && let Some(found) = self.store.analysis(&task.id).await?
        {
            match read(&found) {
                Ok(view) => task.learn(view),
                Err(error) => warn!(analysis = task.id, %error, "what another server has found cannot be read"),
            }
        }
        Ok(())
    }

    /// Notes in the store that somebody watches here, now and then, and that nobody does any more.
    async fn note(&self, task: &Task, now: i64) -> Result<(), StoreError> {
        let is_watched = task.is_watched();
        let is_due = match lock(&task.noted).watched_at {
            Some(at) => !is_watched || now - at >= NOTED,
            None => is_watched,
        };
        if !is_due {
            return Ok(());
        }
        let until = if is_watched { now + WATCHED } else { 0 };
        self.store.note_analysis(&task.id, now, Some(until)).await?;
        lock(&task.noted).watched_at = is_watched.then_some(now);
        Ok(())
    }

    /// Writes down what a task has found; false if it is not this server's any more.
    async fn write(&self, task: &Task, due_at: i64, until: i64) -> Result<bool, StoreError> {
        let mut view = task.view.borrow().clone();
        let mut text = plain(&view);
        if text.len() > MOST_BYTES {
            warn!(analysis = task.id, bytes = text.len(), "too much was found to be kept");
            (view.game, view.position) = (None, None);
            text = plain(&view);
        }
        let is_finished = view.state.is_finished();
        self.store
            .keep_analysis(&task.id, due_at, until, &text, is_finished)
            .await
    }

    /// Takes on what no server works on any more, as far as there is room for it here.
    async fn take_on(self: &Arc<Self>, notes: &[AnalysisNote], now: i64) -> Result<(), StoreError> {
        let due = notes.iter().filter(|note| !note.is_finished && note.due_at <= now);
        let (unwanted, due): (Vec<_>, Vec<_>) =
            due.partition(|note| !self.is_watched(note, now) && is_unasked(note, now));
        try_join_all(unwanted.iter().map(|note| self.store.end_analysis(&note.id))).await?;
        let here = lock(&self.known).values().filter(|task| task.until().is_some()).count();
        for note in due.into_iter().take(AT_ONCE.saturating_sub(here)) {
            let until = now + GRACE;
            let is_here = self.get(&note.id).is_some_and(|task| task.until().is_some());
            if is_here || !self.store.take_analysis(&note.id, note.due_at, until).await? {
                continue;
            }
            let Some(found) = self.store.analysis(&note.id).await? else {
                continue;
            };
            if let Err(error) = self.go_on(&found, until).await {
                // Another server may know better, until nobody wants it any more.
                warn!(analysis = note.id, %error, "an analysis could not be taken on");
            }
        }
        Ok(())
    }

    /// Begins an analysis anew that another server began.
    async fn go_on(self: &Arc<Self>, found: &StoredAnalysis, until: i64) -> Result<(), ApiError> {
        let wanted: NewAnalysis = serde_json::from_str(&found.body).map_err(ApiError::internal)?;
        let owner: PersonId = found.note.owner.parse().map_err(ApiError::internal)?;
        let subject = wanted.subject(&self.hall).await?;
        // What was found stays until more is.
        let mut view = read(found)?;
        view.state = AnalysisState::Waiting;
        let asker = self.hall.engines().askers().person(&owner);
        self.start(view, found.note.asked_at, asker, subject, until);
        Ok(())
    }

    fn stop(&self) {
        for task in lock(&self.known).values() {
            task.leave();
        }
    }
}

impl Drop for All {
    /// The threads of those under way end before the process does.
    fn drop(&mut self) {
        self.stop();
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Whether nobody has asked for an analysis for so long that nobody will.
fn is_unasked(note: &AnalysisNote, now: i64) -> bool {
    now - note.asked_at >= milliseconds(UNWANTED)
}

/// What was found, as it is kept.
fn plain(view: &AnalysisView) -> String {
    serde_json::to_string(view).expect("an analysis is plain data")
}

/// What the store has of an analysis. Who ended it from outside has left it as it was.
fn read(found: &StoredAnalysis) -> Result<AnalysisView, ApiError> {
    let mut view: AnalysisView = serde_json::from_str(&found.view).map_err(ApiError::internal)?;
    if found.note.is_finished && !view.state.is_finished() {
        view.state = AnalysisState::Stopped;
    }
    Ok(view)
}

impl Task {
    fn is_watched(&self) -> bool {
        self.view.receiver_count() > 0
    }

    /// Until when this server has taken it on, if it has.
    fn until(&self) -> Option<i64> {
        lock(&self.work).as_ref().map(|work| work.until)
    }

    /// Ends the work here, and says nothing about it.
    fn leave(&self) -> Option<Work> {
        let work = lock(&self.work).take()?;
        work.errand.end();
        Some(work)
    }

    /// It is over, and that is in the store.
    fn stop(&self) {
        self.leave();
        self.view.send_if_modified(|view| {
            let is_new = !view.state.is_finished();
            if is_new {
                view.state = AnalysisState::Stopped;
            }
            is_new
        });
    }

    /// Another server, or this one, has found this.
    fn learn(&self, found: AnalysisView) {
        self.view.send_if_modified(|view| {
            let is_new = *view != found;
            *view = found;
            is_new
        });
    }

    /// Changes what is known, unless it is finished or somebody else's by now. Who watches is told if something is different
    /// then.
    fn change(&self, errand: &Arc<Errand>, change: impl FnOnce(&mut AnalysisView)) {
        let mut work = lock(&self.work);
        let Some(work) = work.as_mut().filter(|work| Arc::ptr_eq(&work.errand, errand)) else {
            return;
        };
        work.is_new |= self.view.send_if_modified(|view| {
            let before = (!view.state.is_finished()).then(|| view.clone());
            before.is_some_and(|before| {
                change(view);
                *view != before
            })
        });
    }

    /// Until when it is this server's, if something must be written down now: something new, or that it still is.
    fn wants_writing(&self, is_unwanted: bool, now: i64) -> Option<i64> {
        if is_unwanted {
            let errand = lock(&self.work).as_ref().map(|work| Arc::clone(&work.errand))?;
            self.change(&errand, |view| view.state = AnalysisState::Stopped);
            errand.end();
        }
        let mut work = lock(&self.work);
        let work = work.as_mut()?;
        let is_needed = std::mem::take(&mut work.is_new) || work.until - now <= RENEWED;
        is_needed.then_some(work.until)
    }

    /// What was to be written down is: it is this server's until then, unless it is finished.
    fn written(&self, until: i64) {
        let mut work = lock(&self.work);
        let is_over = self.view.borrow().state.is_finished();
        match work.as_mut() {
            // What came meanwhile is written down next time.
            Some(work) if work.is_new || !is_over => work.until = until,
            _ => *work = None,
        }
    }

    /// What was to be written down is not.
    fn unwritten(&self) {
        if let Some(work) = lock(&self.work).as_mut() {
            work.is_new = true;
        }
    }

    /// Does the work; nothing if it was stopped.
    fn work(&self, errand: &Arc<Errand>, engines: Engines, asker: Asker, subject: &Subject) -> Option<()> {
        self.change(errand, |view| view.state = AnalysisState::Running);
        let wish = &errand.wish;
        let mut search = PooledSearch::new(engines, asker, Arc::clone(wish), &subject.settings());
        subject.analyse(&mut search, &SystemClock::new(), wish.over(), &mut |found| {
            self.change(errand, |view| view.add(found));
        })
    }
}

impl Errand {
    fn end(&self) {
        self.wish.end();
        self.stopped.notify_one();
    }
}
