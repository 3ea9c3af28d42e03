//! Everything on a board that can be pointed at, and the way from one to the next by arrow keys.

use halte_game::board::{Geometry, Point};
use halte_game::draw::{Drawing, TextBoard, View};
use halte_games::AnyGame;

/// A direction of the arrow keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

/// Something that can be pointed at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) site: usize,
    /// Where it is, in units of the geometry, as the board is looked at.
    at: Point,
}

/// The faces of a board in the order of its [`TextBoard::spots`], then its buttons, which stand below it.
pub(super) struct Places {
    pub(super) geometry: Geometry,
    pub(super) all: Vec<Place>,
    /// How many faces there are: the buttons follow.
    pub(super) face_count: usize,
}

/// Distances that differ by less than this are the same.
const TOLERANCE: f32 = 0.01;

impl Places {
    pub(super) fn new(position: &AnyGame, flipped: bool) -> Places {
        let drawing = Drawing::new(position, String::new(), String::new());
        let zoom = View::default().zoom;
        let spots = TextBoard::new(&drawing, View { zoom, flipped }).spots;
        let place = |site, at| Place { site, at };
        let mut all: Vec<Place> = spots.iter().map(|spot| place(spot.site, spot.at)).collect();
        let face_count = all.len();
        let geometry = drawing.geometry;
        let buttons = (0..geometry.sites.len()).filter(|&site| geometry.sites[site].faces.is_empty());
        let below = |number: u8| Point::new(f32::from(number), geometry.height + 1.0);
        all.extend(buttons.zip(0_u8..).map(|(site, number)| place(site, below(number))));
        Places {
            geometry,
            all,
            face_count,
        }
    }

    /// The first place of a site.
    pub(super) fn of(&self, site: usize) -> Option<usize> {
        self.all.iter().position(|place| place.site == site)
    }

    pub(super) fn middle(&self) -> usize {
        let faces = &self.all[..self.face_count];
        let count = faces.len() as f32;
        let x = faces.iter().map(|place| place.at.x).sum::<f32>() / count;
        let y = faces.iter().map(|place| place.at.y).sum::<f32>() / count;
        let distance = |place: &Place| (place.at.x - x).abs() + (place.at.y - y).abs();
        let faces = faces.iter().enumerate();
        let nearest = faces.min_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)));
        nearest.map_or(0, |(index, _)| index)
    }

    pub(super) fn x(&self, place: usize) -> f32 {
        self.all[place].at.x
    }

    /// The next place in a direction, among those that `is_open` lets in.
    ///
    /// Upward and downward that is the next row, and in it what is nearest to the column `x`, which need not be the one
    /// of `from`: where rows are staggered the way would drift aside otherwise. To the left and right it is what is
    /// nearest, and nothing counts that lies more to the side than ahead.
    pub(super) fn next(
        &self,
        from: usize,
        direction: Direction,
        x: f32,
        is_open: impl Fn(&Place) -> bool,
    ) -> Option<usize> {
        let here = self.all[from].at;
        let distance = |place: &Place| {
            let (right, down) = (place.at.x - here.x, place.at.y - here.y);
            let (ahead, aside) = match direction {
                Direction::Left => (-right, down.abs()),
                Direction::Right => (right, down.abs()),
                Direction::Up => (-down, (place.at.x - x).abs()),
                Direction::Down => (down, (place.at.x - x).abs()),
            };
            let is_vertical = matches!(direction, Direction::Up | Direction::Down);
            let counts = ahead > TOLERANCE && (is_vertical || aside <= ahead + TOLERANCE);
            counts.then_some(if is_vertical { (ahead, aside) } else { (aside, ahead) })
        };
        let is_nearer = |one: (f32, f32), other: (f32, f32)| {
            one.0 < other.0 - TOLERANCE || (one.0 < other.0 + TOLERANCE && one.1 < other.1 - TOLERANCE)
        };
        let open = self.all.iter().enumerate().filter(|(_, place)| is_open(place));
        let found = open.filter_map(|(index, place)| Some((index, distance(place)?)));
        let nearest = found.reduce(|best, other| if is_nearer(other.1, best.1) { other } else { best });
        nearest.map(|(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use halte_game::Game;
    use halte_games::AnyOptions;

    fn places(name: &str, flipped: bool) -> Places {
        Places::new(&AnyGame::start(&name.parse().expect("a game")), flipped)
    }

    /// Goes along arrow keys as a person does, and says where that leads.
    fn go(places: &Places, from: &str, keys: &str) -> String {
        let site = places.geometry.site(from).expect("a site");
        let mut at = places.of(site).expect("a place");
        let mut x = places.x(at);
        for key in keys.chars() {
            let direction = match key {
                '<' => Direction::Left,
                '>' => Direction::Right,
                '^' => Direction::Up,
                _ => Direction::Down,
            };
            if let Some(next) = places.next(at, direction, x, |_| true) {
                at = next;
                if matches!(direction, Direction::Left | Direction::Right) {
                    x = places.x(at);
                }
            }
        }
        places.geometry.sites[places.all[at].site].name.clone()
    }

    #[track_caller]
    fn check_way(flipped: bool, name: &str, from: &str, keys: &str, expected: &str) {
        assert_eq!(go(&places(name, flipped), from, keys), expected, "{name} {from} {keys}");
    }

    #[test]
    fn arrows_lead_to_the_next_cell() {
        let check = |name: &str, from: &str, keys: &str, expected: &str| check_way(false, name, from, keys, expected);
        check("mixtour", "c3", "^>", "d4");
        check("mixtour", "e5", "^>", "e5");
        check("mixtour", "c1", "v", "pass");
        check("mixtour", "c1", "v^", "c1");
        // Staggered rows: straight up and down, without drifting aside.
        check("mobius", "e2", "^^", "e0");
        check("mobius", "e2", "vvvv", "e6");
        check("mobius", "e1", "<", "d1");
        // Row 0 stands at the bottom again, mirrored.
        check("mobius", "e12", "v", "h0");
        check("mobius", "e12", "v>", "g0");
        check("fibonacci", "f6", "^^", "h7");
        check("fibonacci", "f6", "v", "e5");
        check("fibonacci", "f6", "vvvv", "b4");
        check("fibonacci", "k6", "<", "k6");
        check("fibonacci", "a3", "v", "end");
        // Where to push stands around the board.
        check("move", "a5", "^", "av");
        check("move", "a5", "<", "5>");
        check("move", "ev", ">", "5<");
    }

    #[test]
    fn the_middle_is_in_the_middle() {
        let check = |name: &str, expected: &str| {
            let places = places(name, false);
            let site = places.all[places.middle()].site;
            assert_eq!(places.geometry.sites[site].name, expected, "{name}");
        };
        check("mobius", "f7");
        check("move", "c3");
        check("fibonacci", "f6");
        check("mixtour", "c3");
    }

    #[test]
    fn arrows_go_the_other_way_on_a_flipped_board() {
        check_way(true, "mixtour", "c3", "^>", "b2");
        check_way(true, "move", "a5", "v", "av");
        check_way(true, "fibonacci", "f6", "^^", "d5");
    }

    /// Nothing on any board is out of the arrow keys' reach.
    #[test]
    fn every_place_can_be_reached() {
        for name in AnyOptions::all() {
            let places = places(&name.to_string(), false);
            let mut reached = vec![false; places.all.len()];
            let mut waiting = vec![places.middle()];
            while let Some(at) = waiting.pop() {
                if std::mem::replace(&mut reached[at], true) {
                    continue;
                }
                for direction in [Direction::Left, Direction::Right, Direction::Up, Direction::Down] {
                    waiting.extend(places.next(at, direction, places.x(at), |_| true));
                }
            }
            let missed: Vec<&str> = (0..reached.len())
                .filter(|&place| !reached[place])
                .map(|place| places.geometry.sites[places.all[place].site].name.as_str())
                .collect();
            assert!(missed.is_empty(), "{name}: {missed:?}");
        }
    }
}
