//! The game at the table: its record, the file that keeps it, and its cards.

use std::path::Path;

use halte_game::record::{EditError, Ending, Node, NodeId, Record};
use halte_game::{Playthrough, Random, Turn, choose};
use halte_games::{AnyGame, AnyMove, AnyOptions};

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
}

/// What was taken back.
#[derive(PartialEq, Debug)]
pub(super) enum Undone {
    Ending(Ending),
    Move(AnyMove),
}

impl Table {
    /// A game that begins, kept in no file.
    pub(super) fn new(start: AnyGame) -> Table {
        Table {
            record: Record::new(start),
            file: None,
            is_changed: false,
            seed: None,
        }
    }

    /// The game of a file. It is kept there from now on, unless the file is write-protected.
    pub(super) fn load(path: &Path, number: Option<usize>) -> Result<Table, Failure> {
        let (file, record) = GameFile::read(path, number)?;
        Ok(Table {
            record,
            file: Some(file),
            is_changed: false,
            seed: None,
        })
    }

    /// The same game from its start again, with other cards, kept in no file.
    pub(super) fn again(&self) -> Table {
        Table {
            seed: self.seed.map(|seed| Random::new(seed).bits()),
            ..Table::new(self.record.start().clone())
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
    pub(super) fn words(&self) -> String {
        match self.record.ending() {
            Some(ending) => words::ending(self.position(), ending),
            None => words::turn(self.game()),
        }
    }

    /// All legal moves.
    pub(super) fn legal_moves(&self) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        if !self.is_over() {
            self.game().legal_moves(&mut moves);
        }
        moves
    }

    /// Plays a move.
    pub(super) fn play(&mut self, mv: AnyMove) -> Result<(), EditError> {
        self.record.append(mv)?;
        self.is_changed = true;
        Ok(())
    }

    /// Draws the card that is to be drawn, if that is the program's to do.
    ///
    /// The seed and the number of turns decide which card it is, as if the packs were shuffled beforehand: who takes a
    /// move back and plays another gets the same card.
    pub(super) fn draw_card(&mut self) -> Result<Option<AnyMove>, Failure> {
        let Some(seed) = self
            .seed
            .filter(|_| !self.is_over() && self.game().turn() == Turn::Chance)
        else {
            return Ok(None);
        };
        let nodes = self.record.main_nodes().iter();
        let turns = nodes.filter(|&&id| self.begins_turn(id)).count() as u64;
        let mut random = Random::new(Random::new(seed).bits().wrapping_add(turns));
        let card = choose(self.position(), |limit| random.below(limit));
        if let Some(card) = card {
            self.play(card)?;
        }
        Ok(card)
    }

    fn begins_turn(&self, id: NodeId) -> bool {
        let played = self.record.node(id).and_then(Node::played);
        played.is_some_and(|played| played.begins_turn)
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
        file.write(&self.record)?;
        self.file = Some(file);
        self.is_changed = false;
        Ok(())
    }

    /// Brings the game's file up to date, if it has one.
    pub(super) fn keep(&mut self) -> Result<(), Failure> {
        if let Some(file) = self.file().filter(|_| self.is_changed) {
            file.write(&self.record)?;
            self.is_changed = false;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halte_game::Game;

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
}
