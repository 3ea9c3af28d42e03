//! The game at the table: its record, the file that keeps it, its cards, and who plays.

use std::path::Path;

use halte_engine::Level;
use halte_game::board::{Board, Geometry};
use halte_game::record::{EditError, Ending, Played, Record};
use halte_game::{Game, Named, Player, Playthrough, Random, Turn, choose};
use halte_games::{AnyFault, AnyGame, AnyMove, AnyOptions};
use halte_table::Occupant;
use halte_words::{Words, say};

use super::engine::Advice;
use crate::failure::Failure;
use crate::file::GameFile;
use crate::words;

/// A game at the table, and the file it is kept in.
pub(super) struct Table {
    record: Record<AnyGame>,
    file: Option<GameFile>,
    /// Whether something has changed since the game was last written.
    is_changed: bool,
    /// The seed of the cards, unless the players draw them.
    pub(super) seed: Option<u64>,
    /// The side that the engine plays; none if people play both.
    pub(super) opponent: Option<Opponent>,
}

/// The tags of a record that name the players.
const PLAYER_TAGS: [&str; 2] = ["First", "Second"];

/// The engine as a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opponent {
    pub(super) player: Player,
    pub(super) level: Level,
}

impl Opponent {
    /// How it is named in records, as at the tables of a site.
    fn name(self) -> String {
        let level = self.level.number();
        Occupant::Engine { level }.to_string()
    }

    /// The engine that a record names as one of its players; none if it names two, for then nobody would be left.
    fn of(record: &Record<AnyGame>) -> Option<Opponent> {
        let named = |player: Player| {
            let level = engine_named(record.tags().get(PLAYER_TAGS[player.index()])?)?;
            Some(Opponent { player, level })
        };
        match Player::ALL.map(named) {
            [Some(opponent), None] | [None, Some(opponent)] => Some(opponent),
            _ => None,
        }
    }
}

/// The level of the engine that a record calls so.
fn engine_named(name: &str) -> Option<Level> {
    match Occupant::engine_named(name)? {
        Occupant::Engine { level } => Level::try_from(level).ok(),
        Occupant::Person(_) => None,
    }
}

/// What was taken back.
#[derive(PartialEq, Debug)]
pub(super) enum Undone {
    Ending(Ending),
    Move(AnyMove),
}

impl Undone {
    pub(super) fn words(&self, words: &Words, geometry: &Geometry) -> String {
        match self {
            Undone::Ending(ending) => words::ended_by(words, *ending),
            Undone::Move(mv) => words::move_name(words, geometry, *mv),
        }
    }
}

impl Table {
    /// A game that begins, kept in no file.
    pub(super) fn new(start: AnyGame) -> Table {
        Table::of(Record::new(start))
    }

    fn of(record: Record<AnyGame>) -> Table {
        Table {
            record,
            file: None,
            is_changed: false,
            seed: None,
            opponent: None,
        }
    }

    /// The game of a file, against the engine that it names. It is kept there from now on, unless the file is
    /// write-protected.
    pub(super) fn load(path: &Path, number: Option<usize>) -> Result<Table, Failure> {
        let (file, record) = GameFile::read(path, number)?;
        Ok(Table {
            file: Some(file),
            opponent: Opponent::of(&record),
            ..Table::of(record)
        })
    }

    /// The same game from its start again, with other cards, kept in no file.
    pub(super) fn again(&self) -> Table {
        self.with_start(self.record.start().clone())
    }

    /// A new game from this position for the same players, with other cards, kept in no file.
    pub(super) fn with_start(&self, start: AnyGame) -> Table {
        Table {
            seed: self.seed.map(|seed| Random::new(seed).bits()),
            opponent: self.opponent,
            ..Table::new(start)
        }
    }

    pub(super) fn game(&self) -> &Playthrough<AnyGame> {
        self.record.main_line()
    }

    pub(super) fn position(&self) -> &AnyGame {
        self.game().position()
    }

    pub(super) fn options(&self) -> AnyOptions {
        self.record.options()
    }

    pub(super) fn is_over(&self) -> bool {
        self.record.ending().is_some()
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        let engine = self.opponent.map(|opponent| Turn::Player(opponent.player));
        !self.is_over() && engine == Some(self.game().turn())
    }

    /// The person who acts: the engine's opponent or, if people play both sides, whoever is to move.
    pub(super) fn person(&self) -> Player {
        let engine = self.opponent.map(|opponent| opponent.player);
        engine.map_or(self.position().player(), Player::opponent)
    }

    pub(super) fn colour(&self, words: &Words, player: Player) -> String {
        words::colour(words, self.position(), player)
    }

    /// Lets the engine play at another level, or people play both sides, and says so.
    pub(super) fn set_level(&mut self, words: &Words, level: Option<Level>) -> String {
        let engine = self.opponent.map(|opponent| opponent.player);
        let player = engine.unwrap_or(!self.position().player());
        match level {
            Some(level) => self.opponent = Some(Opponent { player, level }),
            None => self.dismiss_engine(),
        }
        // Who plays is in the record.
        self.is_changed = true;
        self.who_plays(words)
    }

    /// Lets people play both sides. The record names no engine any more: whoever goes on with it would meet it again.
    pub(super) fn dismiss_engine(&mut self) {
        self.opponent = None;
        let tags = self.record.tags_mut();
        for tag in PLAYER_TAGS {
            if tags.get(tag).and_then(engine_named).is_some() {
                tags.remove(tag);
            }
        }
    }

    /// Whether the engine plays, which side and how well.
    pub(super) fn who_plays(&self, words: &Words) -> String {
        let Some(Opponent { player, level }) = self.opponent else {
            return say!(words, "terminal-two-people");
        };
        say!(words, "terminal-level-set", colour: self.colour(words, player), level: level.number())
    }

    /// What is going on besides the turn, if the game has to say so.
    pub(super) fn phase(&self, words: &Words) -> Option<String> {
        words::phase(words, &AnyGame::geometry(&self.options()), &self.legal_moves())
    }

    /// What the engine advises the player to move.
    pub(super) fn hint(&self, words: &Words, advice: &Advice) -> String {
        let player = self.colour(words, self.position().player());
        let chances = words::chances(words, &player, advice.score);
        let geometry = AnyGame::geometry(&self.options());
        let mv = words::explained(words, &geometry, advice.mv);
        say!(words, "terminal-hint", move: mv, chances: chances)
    }

    /// Whether there is something of the players' that would be lost.
    pub(super) fn is_unsaved(&self) -> bool {
        self.is_changed && (self.is_over() || self.last_own_move().is_some())
    }

    /// The file that the game is kept in.
    fn file(&self) -> Option<&GameFile> {
        self.file.as_ref().filter(|file| !file.is_protected())
    }

    /// The file that has the game as it stands.
    pub(super) fn kept_in(&self) -> Option<&GameFile> {
        self.file().filter(|_| !self.is_changed)
    }

    /// Whether the game comes from a file that must not be written.
    pub(super) fn protected_file(&self) -> Option<&GameFile> {
        self.file.as_ref().filter(|file| file.is_protected())
    }

    /// Whose turn it is, or how the game ended.
    pub(super) fn words(&self, words: &Words) -> String {
        match self.record.ending() {
            Some(ending) => words::ending(words, self.position(), ending),
            None => words::turn(words, self.game()),
        }
    }

    /// The moves so far as a list: a line for each turn, or for both players' turns where a turn is one move.
    pub(super) fn turns(&self, words: &Words) -> Vec<String> {
        let has_steps = AnyGame::has_steps(&self.options());
        let geometry = AnyGame::geometry(&self.options());
        let mut turns: Vec<String> = Vec::new();
        for played in self.played() {
            let begins_line = played.begins_turn && (has_steps || played.turn.player == Player::First);
            let mv = words::move_name(words, &geometry, played.mv);
            match turns.last_mut() {
                Some(line) if !begins_line => line.push_str(&format!(" {mv}")),
                _ => turns.push(format!("{} {mv}", played.turn)),
            }
        }
        turns
    }

    pub(super) fn legal_moves(&self) -> Vec<AnyMove> {
        if self.is_over() {
            Vec::new()
        } else {
            self.game().legal_moves()
        }
    }

    pub(super) fn play(&mut self, mv: AnyMove) -> Result<(), EditError<AnyFault>> {
        self.record.append(mv)?;
        self.is_changed = true;
        Ok(())
    }

    /// Draws the card that is to be drawn, if that is the program's to do.
    ///
    /// The seed and the number of turns decide which card it is, as if the packs were shuffled beforehand: who takes a
    /// move back and plays another gets the same card.
    pub(super) fn draw_card(&mut self) -> Result<Option<AnyMove>, Failure> {
        let is_due = !self.is_over() && self.game().turn() == Turn::Chance;
        let Some(seed) = self.seed.filter(|_| is_due) else {
            return Ok(None);
        };
        let played = self.played();
        let turns = played.filter(|played| played.begins_turn).count() as u64;
        let mut random = Random::new(Random::new(seed).bits().wrapping_add(turns));
        let card = choose(self.position(), |limit| random.below(limit));
        if let Some(card) = card {
            self.play(card)?;
        }
        Ok(card)
    }

    fn played(&self) -> impl Iterator<Item = Played<AnyMove>> {
        let nodes = self.record.main_nodes().iter();
        nodes.filter_map(|&id| self.record.node(id)?.played())
    }

    /// Ends the game otherwise than by the rules.
    pub(super) fn end(&mut self, ending: Ending) -> Result<(), Failure> {
        self.record.end(ending)?;
        self.is_changed = true;
        Ok(())
    }

    /// Takes back how the players ended the game, or a player's last move and the cards that were drawn after it.
    pub(super) fn undo(&mut self) -> Result<Option<Undone>, Failure> {
        if let Some(ending) = self.record.resume() {
            self.is_changed = true;
            return Ok(Some(Undone::Ending(ending)));
        }
        let Some(last) = self.last_own_move() else {
            return Ok(None);
        };
        let mut undone = None;
        while self.game().moves().len() > last {
            undone = self.record.take_back()?;
        }
        self.is_changed = true;
        Ok(undone.map(Undone::Move))
    }

    /// Takes back until a person is to move again: against the engine its moves and the person's last one.
    pub(super) fn take_back(&mut self) -> Result<Vec<Undone>, Failure> {
        let mut undone = Vec::new();
        if !self.has_persons_move() {
            return Ok(undone);
        }
        while let Some(step) = self.undo()? {
            let is_ending = matches!(step, Undone::Ending(_));
            undone.push(step);
            if is_ending || self.person() == self.position().player() {
                break;
            }
        }
        Ok(undone)
    }

    /// Whether there is something that a person did.
    fn has_persons_move(&self) -> bool {
        let Some(opponent) = self.opponent else {
            return self.is_over() || self.last_own_move().is_some();
        };
        let mut position = self.game().start().clone();
        let is_persons = |&mv: &AnyMove| {
            let turn = position.turn();
            position.play_unchecked(mv);
            turn == Turn::Player(!opponent.player)
        };
        self.game().moves().iter().any(is_persons) || self.is_ended_by_players()
    }

    fn is_ended_by_players(&self) -> bool {
        self.is_over() && !self.game().turn().is_over()
    }

    /// The index of the last move that the program did not make by drawing a card.
    fn last_own_move(&self) -> Option<usize> {
        let is_card = |index: usize| {
            let game = self.record.game_at(self.record.main_nodes()[index]);
            self.seed.is_some() && game.is_some_and(|game| game.turn() == Turn::Chance)
        };
        (0..self.game().moves().len()).rev().find(|&index| !is_card(index))
    }

    /// Writes the game to a file, a new one or its own, and keeps it there from now on.
    pub(super) fn save(&mut self, path: &Path) -> Result<(), Failure> {
        if self.file().is_some_and(|file| file.path() == path) {
            return self.keep();
        }
        let file = GameFile::new(path)?;
        self.name_engine()?;
        file.write(&self.record)?;
        self.file = Some(file);
        self.is_changed = false;
        Ok(())
    }

    /// Brings the game's file up to date, if it has one.
    pub(super) fn keep(&mut self) -> Result<(), Failure> {
        if self.is_changed && self.file().is_some() {
            self.name_engine()?;
        }
        if let Some(file) = self.file().filter(|_| self.is_changed) {
            file.write(&self.record)?;
            self.is_changed = false;
        }
        Ok(())
    }

    /// Writes into the record which side the engine plays, unless somebody else is named there.
    fn name_engine(&mut self) -> Result<(), Failure> {
        let Some(opponent) = self.opponent else {
            return Ok(());
        };
        let tag = PLAYER_TAGS[opponent.player.index()];
        let tags = self.record.tags_mut();
        if tags.get(tag).is_none_or(|name| engine_named(name).is_some()) {
            tags.set(tag, &opponent.name())?;
        }
        Ok(())
    }

    /// Where the game is kept, or why it is not, in words.
    pub(super) fn where_kept(&self, words: &Words) -> Option<String> {
        if let Some(file) = self.kept_in() {
            return Some(say!(words, "terminal-kept", file: file.name(words)));
        }
        let file = self.protected_file()?;
        Some(say!(words, "terminal-protected", file: file.name(words)))
    }

    /// What is said to whoever leaves: where the game is kept, or its moves if it is kept nowhere.
    pub(super) fn farewell(&self, words: &Words) -> String {
        if !self.is_unsaved() {
            return self.where_kept(words).unwrap_or_default();
        }
        let start = self.game().start();
        let unsaved = if *start == AnyGame::start(&self.options()) {
            say!(words, "terminal-unsaved")
        } else {
            say!(words, "terminal-unsaved-from", start: start.to_string())
        };
        format!("{unsaved}\n  {}", words::listed(self.game().moves()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays random moves until the next card is drawn, and says which it was.
    fn next_card(table: &mut Table, random: &mut Random) -> AnyMove {
        loop {
            if let Some(card) = table.draw_card().expect("a card") {
                return card;
            }
            let moves = table.legal_moves();
            table.play(moves[random.below(moves.len())]).expect("a legal move");
        }
    }

    #[test]
    fn undo_brings_the_same_cards() {
        let start = AnyGame::start(&"fibonacci cards".parse().expect("a variant"));
        let mut random = Random::new(1);
        let mut different = 0;
        for seed in 0..20 {
            let mut table = Table::new(start.clone());
            table.seed = Some(seed);
            let cards: Vec<AnyMove> = (0..14).map(|_| next_card(&mut table, &mut random)).collect();
            // Back to the start: the first card alone stays, nothing of a player's is left.
            while let Some(undone) = table.undo().expect("undo") {
                assert!(!matches!(undone, Undone::Move(mv) if mv.to_string().starts_with('#')));
            }
            assert_eq!(table.game().moves(), &cards[..1]);
            // Other moves, the same cards.
            let again: Vec<AnyMove> = (1..14).map(|_| next_card(&mut table, &mut random)).collect();
            assert_eq!(again, cards[1..]);
            different += usize::from(next_card(&mut table.again(), &mut random) != cards[0]);
        }
        assert!(different > 10, "a new game has new cards");
    }

    #[test]
    fn undo_takes_back_how_the_players_ended_the_game() {
        let mut table = Table::new(AnyGame::start(&"mobius".parse().expect("a game")));
        table.end(Ending::Agreement).expect("it is not over");
        assert!(table.end(Ending::Agreement).is_err());
        assert_eq!(table.undo().expect("undo"), Some(Undone::Ending(Ending::Agreement)));
        assert_eq!(table.undo().expect("undo"), None);
    }

    fn level(number: &str) -> Level {
        number.parse().expect("a level")
    }

    fn table(name: &str, engine: Option<Player>) -> Table {
        let mut table = Table::new(AnyGame::start(&name.parse().expect("a game")));
        table.opponent = engine.map(|player| Opponent {
            player,
            level: level("2"),
        });
        table
    }

    fn play(table: &mut Table, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = AnyGame::parse_move(&table.options(), text).expect("a move");
            table.play(mv).expect("a legal move");
        }
    }

    /// What `take_back` leaves of some moves.
    #[test]
    fn taking_back_leads_to_a_persons_turn() {
        let check = |name: &str, engine: Option<Player>, moves: &str, expected: &str| {
            let mut table = table(name, engine);
            play(&mut table, moves);
            table.take_back().expect("it works");
            let left = words::listed(table.game().moves());
            assert_eq!(left, expected, "{name}, {engine:?}, {moves}");
        };
        let engine = Some(Player::Second);
        check("mixtour", None, "b2 c3", "b2");
        check("mixtour", engine, "b2 c3", "");
        check("mixtour", engine, "b2 c3 d4", "b2 c3");
        check("mixtour", engine, "", "");
        // The engine's own first move stays.
        check("mixtour", Some(Player::First), "b2", "b2");
        check("mixtour", Some(Player::First), "b2 c3 d4", "b2");
        // A step of a turn, then the turn before with all that the engine did since.
        let turn = "a5-b5 k7-j7 end a4-b4";
        check("fibonacci", engine, &format!("{turn} a3-b3"), turn);
        check("fibonacci", engine, "a5-b5 k7-j7 end", "");
        check("fibonacci", engine, "a5-b5 k7-j7", "");
    }

    #[test]
    fn a_resignation_is_taken_back_alone() {
        let mut table = table("mixtour", Some(Player::Second));
        play(&mut table, "b2");
        assert!(table.is_engines_turn());
        let resigned = Ending::Resignation { winner: Player::Second };
        table.end(resigned).expect("it is not over");
        assert!(!table.is_engines_turn());
        assert_eq!(table.take_back().expect("it works").len(), 1);
        assert_eq!(table.game().moves().len(), 1);
        assert!(table.is_engines_turn());
    }

    #[test]
    fn records_name_the_engine() {
        let mut table = table("mixtour", Some(Player::Second));
        table.name_engine().expect("a tag");
        assert!(table.record.to_string().contains("[Second \"Halte level 2\"]"));
        table.opponent = Some(Opponent {
            player: Player::Second,
            level: level("5"),
        });
        table.name_engine().expect("a tag");
        assert_eq!(table.record.tags().get("Second"), Some("Halte level 5"));
        table.record.tags_mut().set("Second", "Anna").expect("a name");
        table.name_engine().expect("a tag");
        assert_eq!(table.record.tags().get("Second"), Some("Anna"));
    }

    /// A record goes on against the engine it names, until that one is sent away.
    #[test]
    fn the_engine_of_a_record_plays_on() {
        let words = halte_words::Language::English.words();
        let check = |first: &str, second: &str, expected: Option<(Player, u8)>| {
            let mut record = Table::new(AnyGame::start(&"mixtour".parse().expect("a game"))).record;
            for (tag, name) in [("First", first), ("Second", second)] {
                if !name.is_empty() {
                    record.tags_mut().set(tag, name).expect("a name");
                }
            }
            let found = Opponent::of(&record).map(|opponent| (opponent.player, opponent.level.number()));
            assert_eq!(found, expected, "{first}, {second}");
        };
        check("", "Halte level 3", Some((Player::Second, 3)));
        check("Halte level 10", "Anna", Some((Player::First, 10)));
        check("Anna", "Bert", None);
        check("", "", None);
        check("Halte level 11", "", None);
        check("Halte level 2", "Halte level 3", None);
        let mut table = table("mixtour", Some(Player::Second));
        table.name_engine().expect("a tag");
        assert_eq!(table.set_level(words, None), "Two people play.");
        assert_eq!(table.record.tags().get("Second"), None);
        // Of two engines both go.
        for tag in PLAYER_TAGS {
            table.record.tags_mut().set(tag, "Halte level 2").expect("a name");
        }
        table.dismiss_engine();
        assert_eq!(PLAYER_TAGS.map(|tag| table.record.tags().get(tag)), [None, None]);
    }
}
