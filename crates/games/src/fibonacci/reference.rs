//! Fibonacci once more, written for clarity alone: sets of (row, number), searched breadth first, and strings.

use std::collections::{BTreeSet, HashSet};

/// Row, 0 for a, and number.
type Place = (usize, usize);

/// What stands on each row and number; letters as in the notation, `.` for an empty point.
type Letters = [[char; 12]; 11];

/// A position as plain data.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    letters: Letters,
    red: bool,
    number: i32,
    /// Steps left; none while a card is to be drawn.
    steps: Option<i32>,
    stepped: bool,
    /// Whether Red has won, or Green.
    pub(super) winner: Option<bool>,
    /// Red's cards and Green's, if the game is played with cards.
    packs: Option<[Vec<i32>; 2]>,
}

fn on_board((row, number): Place) -> bool {
    row < 11 && number >= 1 && number + 4 >= row && number <= row + 6 && number <= 11
}

fn every_place() -> impl Iterator<Item = Place> {
    let places = (0..11).flat_map(|row| (1..=11).map(move |number| (row, number)));
    places.filter(|&place| on_board(place))
}

fn neighbours((row, number): Place) -> impl Iterator<Item = Place> {
    // Below row a and number 0 the differences wrap around, to places that are not on the board either.
    let (below, before) = (row.wrapping_sub(1), number - 1);
    let around = [
        (row, before),
        (row, number + 1),
        (row + 1, number),
        (row + 1, number + 1),
        (below, number),
        (below, before),
    ];
    around.into_iter().filter(|&place| on_board(place))
}

fn name((row, number): Place) -> String {
    format!("{}{number}", char::from(b'a' + row as u8))
}

fn place(name: &str) -> Place {
    let row = usize::from(name.as_bytes()[0] - b'a');
    (row, name[1..].parse().expect("names are well written"))
}

fn full_pack() -> Vec<i32> {
    (1..=6).flat_map(|value| [value, value]).collect()
}

/// The letters of a text such as `C a6 A a1 a2`: a letter, then its points.
pub(super) fn set_up(text: &str) -> Letters {
    let mut letters = [['.'; 12]; 11];
    let mut letter = '.';
    for word in text.split_whitespace() {
        if word.len() == 1 {
            letter = word.chars().next().expect("words are not empty");
        } else {
            let (row, number) = place(word);
            assert_eq!(letters[row][number], '.', "two pieces on {word}");
            letters[row][number] = letter;
        }
    }
    letters
}

/// The rows of a position's text.
pub(super) fn rows(letters: &Letters) -> String {
    let row_text = |row| {
        let places = (1..=11).filter(|&number| on_board((row, number)));
        let text: String = places.map(|number| letters[row][number]).collect();
        // The longest runs first, or ten empty points would be read as nine and one.
        (1..=11)
            .rev()
            .fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
    };
    let rows: Vec<String> = (0..11).rev().map(row_text).collect();
    rows.join("/")
}

impl Reference {
    pub(super) fn start(with_cards: bool) -> Reference {
        let letters = set_up(
            "C a6  A a1 a2 a3 a4 a5 b6  D e8 f8 g8 g9 g10 h11
             c k6  a j6 k7 k8 k9 k10 k11  d d1 e2 e3 e4 f4 g4",
        );
        Reference {
            letters,
            red: true,
            number: 1,
            steps: if with_cards { None } else { Some(1) },
            stepped: false,
            winner: None,
            packs: with_cards.then(|| [full_pack(), full_pack()]),
        }
    }

    fn letter(&self, (row, number): Place) -> char {
        self.letters[row][number]
    }

    fn places(&self, kind: char, red: bool) -> Vec<Place> {
        let letter = if red { kind.to_ascii_uppercase() } else { kind };
        every_place().filter(|&place| self.letter(place) == letter).collect()
    }

    fn group(&self, start: Place) -> Vec<Place> {
        let mut group = vec![start];
        let mut searched = 0;
        while let Some(&place) = group.get(searched) {
            searched += 1;
            for next in neighbours(place) {
                if self.letter(next) == self.letter(start) && !group.contains(&next) {
                    group.push(next);
                }
            }
        }
        group
    }

    /// The attack pieces of Red, or of Green, next to the other's central piece.
    fn attackers(&self, red: bool) -> usize {
        let central = self.places('c', !red);
        let attack = self.places('a', red);
        let around = central.iter().flat_map(|&place| neighbours(place));
        around.filter(|place| attack.contains(place)).count()
    }

    fn fulfils(&self, red: bool) -> bool {
        let attack = self.places('a', red);
        let connected = self.group(attack[0]).len() == attack.len();
        match self.packs {
            None => self.attackers(red) == 6,
            Some(_) => connected && self.attackers(red) >= 3,
        }
    }

    fn pack(&mut self) -> Option<&mut Vec<i32>> {
        let index = usize::from(!self.red);
        self.packs.as_mut().map(|packs| &mut packs[index])
    }

    pub(super) fn legal_moves(&self) -> HashSet<String> {
        let mut moves = HashSet::new();
        if self.winner.is_some() {
            return moves;
        }
        if self.steps.is_none() {
            let pack = self.clone().pack().cloned().unwrap_or_default();
            return pack.iter().map(|card| format!("#{card}")).collect();
        }
        for kind in ['a', 'd'] {
            let own = self.places(kind, self.red);
            for &from in &own {
                let around: BTreeSet<Place> = self.group(from).into_iter().flat_map(neighbours).collect();
                let goals = around.into_iter().filter(|goal| !own.contains(goal));
                moves.extend(goals.map(|to| format!("{}-{}", name(from), name(to))));
            }
        }
        if self.stepped {
            moves.insert("end".to_owned());
        }
        moves
    }

    pub(super) fn play(&mut self, mv: &str) {
        if mv == "end" {
            self.pass_turn();
        } else if let Some(card) = mv.strip_prefix('#') {
            let card = card.parse().expect("cards are numbers");
            let pack = self.pack().expect("cards are drawn from a pack");
            let index = pack
                .iter()
                .position(|&other| other == card)
                .expect("the card is in the pack");
            pack.remove(index);
            if pack.is_empty() {
                *pack = full_pack();
            }
            self.steps = Some(card);
        } else {
            let (from, to) = mv.split_once('-').expect("a step goes from one point to another");
            let (from, to) = (place(from), place(to));
            let mover = self.letter(from);
            self.letters[from.0][from.1] = self.letter(to);
            self.letters[to.0][to.1] = mover;
            self.steps = self.steps.map(|steps| steps - 1);
            self.stepped = true;
            if self.fulfils(self.red) {
                self.winner = Some(self.red);
            } else if self.fulfils(!self.red) {
                self.winner = Some(!self.red);
            } else if self.steps == Some(0) {
                self.pass_turn();
            }
        }
    }

    fn pass_turn(&mut self) {
        self.red = !self.red;
        self.number += 1;
        self.stepped = false;
        self.steps = None;
        if self.packs.is_none() {
            let steps = self.number.min(6) - self.attackers(!self.red) as i32;
            self.steps = Some(steps);
            if steps <= 0 {
                self.pass_turn();
            }
        }
    }

    pub(super) fn text(&self) -> String {
        let player = if self.red { 'r' } else { 'g' };
        let steps = self.steps.map_or("?".to_owned(), |steps| steps.to_string());
        let stepped = if self.stepped { "+" } else { "" };
        let mut text = format!("{} {player} {} {steps}{stepped}", rows(&self.letters), self.number);
        if let Some(packs) = &self.packs {
            let packs = packs.clone().map(|pack| {
                let count = |value| pack.iter().filter(|&&card| card == value).count();
                (1..=6).map(|value| count(value).to_string()).collect::<String>()
            });
            text += &format!(" {}", packs.join(","));
        }
        text
    }
}
