//! Mobius against a slow reference, the published figures and the law of links.

use std::collections::{BTreeSet, HashSet};

use halte_game::board::Board;
use halte_game::{Game, NoVariants, Outcome, Player, Random, Symmetric, Turn};

use super::Mobius;
use super::bars::{Bar, edge_cell};
use super::cell::{COLUMNS, Cell, Direction};
use super::stones::{Ring, Stones};

fn cells(text: &str) -> Vec<Cell> {
    text.split_whitespace().map(|cell| cell.parse().unwrap()).collect()
}

/// The board with only red stones, on the cells named.
fn red_stones(stones: &[Cell]) -> Mobius {
    let mut position = Mobius::empty(Player::Second);
    for &cell in stones {
        position.place(Player::First, cell);
    }
    position
}

/// A second opinion that shares nothing with the rules but the names of cells: neighbours and bars as the rules page
/// writes them, and a search from every bar and stone over both sides of the paper.
mod reference {
    use super::*;

    const RED_BARS: [&str; 3] = ["a0 a1 a2 a3 a4", "a8 a9 a10 a11 a12 | l0", "l5 l6 l7 l8 l9"];
    const BLUE_BARS: [&str; 3] = ["a4 a5 a6 a7 a8", "l0 l1 l2 l3 l4 l5", "l9 l10 l11 l12 | a0"];

    /// The cells of each player's bars, and whether they lie past the seam, which is written `|`.
    pub(super) fn bars() -> [[Vec<(Cell, bool)>; 3]; 2] {
        let read = |bar: &str| {
            let (before, past) = bar.split_once('|').unwrap_or((bar, ""));
            let before = cells(before).into_iter().map(|cell| (cell, false));
            before.chain(cells(past).into_iter().map(|cell| (cell, true))).collect()
        };
        [RED_BARS.map(read), BLUE_BARS.map(read)]
    }

    /// The neighbours of a cell, and whether the seam lies between.
    pub(super) fn neighbours(cell: Cell) -> Vec<(Cell, bool)> {
        let (column, row) = (cell.column() as i32, cell.row() as i32);
        let sides = if row % 2 == 0 {
            [column - 1, column]
        } else {
            [column, column + 1]
        };
        let mut found = vec![(column - 1, row), (column + 1, row)];
        for side in sides {
            found.extend([(side, row - 1), (side, row + 1)]);
        }
        found.retain(|(column, _)| (0..12).contains(column));
        let cell = |column: i32, row: i32| Cell::new(column as usize, row as usize).unwrap();
        let mirrored = |(column, row)| match row {
            13 => (cell(11 - column, 0), true),
            -1 => (cell(11 - column, 12), true),
            _ => (cell(column, row), false),
        };
        found.into_iter().map(mirrored).collect()
    }

    /// What a player's stones amount to.
    pub(super) struct Account {
        pub(super) links: u32,
        pub(super) wins: bool,
    }

    /// The board's connections, gathered once: 0 to 155 are cells, 156 to 158 the bars of the player.
    pub(super) struct Strip {
        steps: [Vec<Vec<(usize, bool)>>; 2],
    }

    impl Strip {
        pub(super) fn new() -> Strip {
            let steps = bars().map(|bars| {
                let indices =
                    |steps: Vec<(Cell, bool)>| steps.iter().map(|(next, seam)| (next.index(), *seam)).collect();
                let mut steps: Vec<Vec<(usize, bool)>> = Cell::all().map(|cell| indices(neighbours(cell))).collect();
                for (number, bar) in bars.iter().enumerate() {
                    steps.push(bar.iter().map(|&(cell, seam)| (cell.index(), seam)).collect());
                    for &(cell, seam) in bar {
                        steps[cell.index()].push((Cell::COUNT + number, seam));
                    }
                }
                steps
            });
            Strip { steps }
        }

        pub(super) fn account(&self, stones: &[Option<Player>], player: Player) -> Account {
            let steps = &self.steps[player.index()];
            let present = |node: usize| node >= Cell::COUNT || stones[node] == Some(player);
            let mut seen = [[false; 2]; Cell::COUNT + 3];
            let (mut links, mut wins, mut loops) = (0, false, false);
            for start in 0..Cell::COUNT + 3 {
                if !present(start) || seen[start] != [false; 2] {
                    continue;
                }
                let mut bars = 0u32;
                let mut is_loop = false;
                let mut open = vec![(start, 0)];
                seen[start][0] = true;
                while let Some((node, side)) = open.pop() {
                    if node >= Cell::COUNT {
                        bars |= 1 << (node - Cell::COUNT);
                    }
                    is_loop |= seen[node] == [true; 2];
                    for &(next, seam) in &steps[node] {
                        let next_side = side ^ usize::from(seam);
                        if present(next) && !seen[next][next_side] {
                            seen[next][next_side] = true;
                            open.push((next, next_side));
                        }
                    }
                }
                let bars = bars.count_ones();
                links += bars.saturating_sub(1);
                wins |= bars == 3 || bars == 2 && is_loop;
                loops |= is_loop;
            }
            let links = links + u32::from(loops);
            Account { links, wins }
        }
    }
}

fn stones(position: &Mobius) -> Vec<Option<Player>> {
    Cell::all().map(|cell| position.stone(cell)).collect()
}

#[test]
fn neighbours_are_as_on_the_rules_page() {
    let mut counts = [0; 7];
    for cell in Cell::all() {
        let steps = Direction::ALL.into_iter().filter_map(|direction| cell.step(direction));
        let expected: BTreeSet<(Cell, bool)> = reference::neighbours(cell).into_iter().collect();
        assert_eq!(steps.collect::<BTreeSet<_>>(), expected, "{cell}");
        for (neighbour, seam) in expected {
            let back = reference::neighbours(neighbour);
            assert!(back.contains(&(cell, seam)), "{cell} {neighbour}");
        }
        counts[cell.neighbours().count()] += 1;
    }
    assert_eq!(counts, [0, 0, 0, 13, 0, 13, 130]);
    let total: usize = Cell::all().map(|cell| cell.neighbours().count()).sum();
    assert_eq!(total, 2 * 442);
}

#[test]
fn consecutive_neighbours_touch_on_the_same_side_of_the_paper() {
    for cell in Cell::all() {
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            let next = Direction::ALL[(index + 1) % 6];
            if let (Some((one, first)), Some((other, second))) = (cell.step(direction), cell.step(next)) {
                let touches = reference::neighbours(one).contains(&(other, first != second));
                assert!(touches, "{one} and {other} around {cell}");
            }
        }
    }
}

#[test]
fn rings_are_the_stones_around_a_cell() {
    let mut random = Random::new(1);
    for _ in 0..1000 {
        let mut stones = Stones::NONE;
        let mut expected = [false; Cell::COUNT];
        for _ in 0..random.below(2 * Cell::COUNT) {
            let cell = Cell::from_index(random.below(Cell::COUNT)).unwrap();
            stones.insert(cell);
            expected[cell.index()] = true;
        }
        for cell in Cell::all() {
            assert_eq!(stones.contains(cell), expected[cell.index()]);
            for direction in Direction::ALL {
                let step = cell.step(direction);
                let stone = step.is_some_and(|(neighbour, _)| expected[neighbour.index()]);
                let bit = stones.ring(cell).bits() & Ring::bit(direction);
                assert_eq!(bit != 0, stone, "{direction:?} of {cell}");
            }
        }
    }
}

#[test]
fn bars_are_as_on_the_rules_page() {
    let bars = reference::bars();
    for player in Player::ALL {
        let own = || Bar::ALL.into_iter().filter(|bar| bar.player() == player);
        let found = own().map(|bar| {
            let places = (bar.first..=bar.last).map(|place| (edge_cell(place), bar.crosses_seam(place)));
            places.collect::<Vec<_>>()
        });
        assert_eq!(found.collect::<Vec<_>>(), bars[player.index()]);
        for (bar, expected) in own().zip(&bars[player.index()]) {
            assert!(bar.cells().eq(expected.iter().map(|&(cell, _)| cell)), "{bar:?}");
        }
    }
}

const EDGE: &str = "a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12";

#[test]
fn the_edge_is_a_ring_of_26_cells() {
    let edge: Vec<Cell> = (0..26).map(edge_cell).collect();
    assert_eq!(edge, cells(EDGE));
    for (place, &cell) in edge.iter().enumerate() {
        let next = edge[(place + 1) % 26];
        assert!(cell.neighbours().any(|neighbour| neighbour == next), "after {cell}");
    }
    let mut inner = Cell::all().filter(|cell| !edge.contains(cell));
    assert!(inner.all(|cell| cell.neighbours().count() == 6));
}

#[test]
fn games_end_at_the_very_move() {
    let strip = reference::Strip::new();
    let mut endings = HashSet::new();
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut position = Mobius::start(&NoVariants);
        while let Some(cell) = position.random_move(&mut random) {
            let player = position.player();
            position.play(cell).unwrap();
            let stones = stones(&position);
            let account = strip.account(&stones, player);
            let is_full = !stones.contains(&None);
            assert_eq!(position.links(player), account.links, "{position}");
            let expected = match (account.wins, is_full) {
                (true, _) => Turn::Over(Outcome::Win(player)),
                (false, true) if account.links >= 2 => Turn::Over(Outcome::Win(player)),
                (false, true) => Turn::Over(Outcome::Win(!player)),
                (false, false) => Turn::Player(!player),
            };
            assert_eq!(position.turn(), expected, "{position}");
            if position.turn().is_over() {
                assert_eq!(position.ending() == Some("links"), !account.wins, "{position}");
            }
        }
        endings.extend(position.ending());
    }
    assert_eq!(endings, HashSet::from(["three_bars", "two_bars_and_a_loop", "links"]));
}

/// All cells in random order, each with a random colour; where clustered, mostly that of a neighbour, so that large
/// groups form.
fn random_filling(random: &mut Random, clustered: bool) -> Vec<(Cell, Player)> {
    let mut order: Vec<Cell> = Cell::all().collect();
    for end in (1..Cell::COUNT).rev() {
        order.swap(end, random.below(end + 1));
    }
    let mut colours = [None; Cell::COUNT];
    for &cell in &order {
        let neighbour = cell.neighbours().find_map(|neighbour| colours[neighbour.index()]);
        let other = Player::ALL[random.below(2)];
        let copies = clustered && random.below(8) != 0;
        colours[cell.index()] = Some(neighbour.filter(|_| copies).unwrap_or(other));
    }
    let coloured = order.into_iter().map(|cell| (cell, colours[cell.index()].unwrap()));
    coloured.collect()
}

#[test]
fn links_add_up_to_3_on_full_boards() {
    let strip = reference::Strip::new();
    let mut random = Random::new(2);
    for number in 0..100_000 {
        let mut position = Mobius::empty(Player::First);
        for (cell, player) in random_filling(&mut random, number % 2 == 0) {
            position.place(player, cell);
        }
        let stones = stones(&position);
        let links = Player::ALL.map(|player| position.links(player));
        let expected = Player::ALL.map(|player| strip.account(&stones, player).links);
        assert_eq!(links, expected, "{position}");
        assert_eq!(links.iter().sum::<u32>(), 3, "{position}");
        let winner = Player::ALL[usize::from(links[0] < links[1])];
        assert_eq!(position.turn(), Turn::Over(Outcome::Win(winner)), "{position}");
    }
}

/// A published figure: red wins in the way named, and exactly these stones can be taken away, one at a time.
fn check_figure(stones: &str, ending: &str, spare: &str) {
    let stones = cells(stones);
    let position = red_stones(&stones);
    assert_eq!(position.turn(), Turn::Over(Outcome::Win(Player::First)), "{position}");
    assert_eq!(position.ending(), Some(ending), "{position}");
    let without = |gone: Cell| stones.iter().copied().filter(|&cell| cell != gone).collect::<Vec<_>>();
    let can_go = |&cell: &Cell| red_stones(&without(cell)).turn().is_over();
    let found: BTreeSet<Cell> = stones.iter().copied().filter(can_go).collect();
    assert_eq!(found, cells(spare).into_iter().collect(), "{position}");
}

#[test]
fn published_figures() {
    let first = "a2 b2 c2 c3 d4 e4 f4 f5 g5 h5 f6 d7 e7 d8 a9 b9 c9 i6 j6 k6 l6";
    check_figure(first, "three_bars", "");
    let second = "e0 d1 d2 a3 b3 c3 d4 d5 d6 j6 k6 l6 d7 i7 e8 i8 d9 i9 a10 b10 c10 d10 i10 i11 i12";
    check_figure(second, "three_bars", "");
    let third = "h0 h1 i2 a3 b3 h3 c4 h4 i4 c5 h5 c6 h6 c7 d7 h7 c8 e8 g8 h8 a9 b9 e9 f9 e10 d11 j11 e12";
    check_figure(third, "two_bars_and_a_loop", "h4 i4 j11");
    let fourth =
        "l0 k1 l2 j3 k3 j4 h5 i5 g6 h6 e7 f7 h7 i7 e8 f8 h8 j8 d9 h9 i9 l9 e10 j10 l10 b11 c11 d11 j11 k11 b12";
    check_figure(fourth, "two_bars_and_a_loop", "e7 i7 f8 h8 j8 h9");
}

#[test]
fn links_through_bars_and_round_the_edge() {
    let check = |stones: &str, links: u32| {
        let position = red_stones(&cells(stones));
        assert_eq!(position.links(Player::First), links, "{stones}");
    };
    check("", 0);
    // One bar linked with itself.
    check("a0 b0 b1 c2 b3 b4 a4", 0);
    // Two bars.
    check("a4 a5 a6 a7 a8", 1);
    // Round and round the edge: three bars, and no loop, for the seam is crossed twice.
    check(EDGE, 2);
    // A loop that needs no bar.
    check("f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 g12", 1);
    // The same but for a gap.
    check("f0 f1 f2 f3 f4 f5 f7 f8 f9 f10 f11 g12", 0);
}

#[test]
fn a_loop_may_run_through_a_bar() {
    // From l0 to a10, which are far apart but touch the same bar.
    let stones = cells("l0 k1 k2 j3 j4 i5 i6 h7 h8 g9 g10 f10 e10 d10 c10 b10 a10");
    let position = red_stones(&stones);
    assert_eq!(position.links(Player::First), 1);
    assert_eq!(position.group(Cell::A0.index()), None);
    let group = Cell::all().filter(|cell| stones.contains(cell)).map(Cell::index);
    assert_eq!(position.group(stones[0].index()), Some(group.collect()));
    let apart = cells("a8 a12");
    let group = apart.iter().map(|cell| cell.index()).collect();
    assert_eq!(red_stones(&apart).group(apart[0].index()), Some(group));
}

#[test]
fn cell_names() {
    let check = |text: &str, index: usize| assert_eq!(text.parse::<Cell>().unwrap().index(), index);
    check("a0", 0);
    check("l0", 11);
    check("e0", 4);
    check("a10", 120);
    check("l12", 155);
}

/// Extends a map of the cells onto themselves, cell by cell in the order given, in every way that keeps neighbours.
fn extend_maps(order: &[Cell], map: &mut Vec<Cell>, found: &mut Vec<Vec<Cell>>) {
    let Some(&cell) = order.get(map.len()) else {
        found.push(map.clone());
        return;
    };
    let touches = |one: Cell, other: Cell| one.neighbours().any(|neighbour| neighbour == other);
    for image in Cell::all() {
        let keeps = |(&earlier, &earlier_image): (&Cell, &Cell)| {
            earlier_image != image && touches(earlier, cell) == touches(earlier_image, image)
        };
        if image.neighbours().count() == cell.neighbours().count() && order.iter().zip(map.iter()).all(keeps) {
            map.push(image);
            extend_maps(order, map, found);
            map.pop();
        }
    }
}

#[test]
fn there_are_no_other_symmetries() {
    // Row order keeps each cell next to earlier ones, so that wrong beginnings are soon given up.
    let order: Vec<Cell> = Cell::all().collect();
    let mut maps = Vec::new();
    extend_maps(&order, &mut Vec::new(), &mut maps);
    assert_eq!(maps.len(), 26, "the strip turns 13 ways and flips");

    let bars = reference::bars().map(|bars| {
        bars.map(|bar| bar.into_iter().map(|(cell, _)| cell).collect::<BTreeSet<_>>())
            .into_iter()
            .collect::<BTreeSet<_>>()
    });
    let mut symmetries = Vec::new();
    for map in maps {
        let mapped = bars.clone().map(|bars| {
            let moved = |bar: BTreeSet<Cell>| bar.into_iter().map(|cell| map[cell.index()]).collect();
            bars.into_iter().map(moved).collect::<BTreeSet<_>>()
        });
        if mapped == bars {
            symmetries.push((map, false));
        } else if mapped[0] == bars[1] && mapped[1] == bars[0] {
            symmetries.push((map, true));
        }
    }
    let known = (0..Mobius::SYMMETRIES).map(|symmetry| {
        let map = Cell::all().map(|cell| Mobius::transformed_move(cell, symmetry));
        (map.collect(), Mobius::exchanges_players(symmetry))
    });
    assert_eq!(symmetries, known.collect::<Vec<(Vec<Cell>, bool)>>());
}

#[test]
fn neighbours_are_drawn_next_to_each_other() {
    let geometry = Mobius::geometry(&NoVariants);
    let (x_scale, y_scale) = geometry.text_scale;
    let mut characters = HashSet::new();
    for (index, site) in geometry.sites.iter().enumerate() {
        assert_eq!(site.faces.len(), if index < COLUMNS { 2 } else { 1 }, "{}", site.name);
        for face in &site.faces {
            let (x, y) = (face.centre.x * x_scale, face.centre.y * y_scale);
            let is_on_character = (x - x.round()).abs() < 0.01 && (y - y.round()).abs() < 0.01;
            assert!(is_on_character, "{}", site.name);
            assert!(characters.insert((x.round() as i32, y.round() as i32)), "{}", site.name);
        }
        for &neighbour in &site.neighbours {
            let others = &geometry.sites[neighbour].faces;
            let faces = site.faces.iter();
            let mut pairs = faces.flat_map(|face| others.iter().map(move |other| (face.centre, other.centre)));
            let touch = pairs.any(|(one, other)| ((one.x - other.x).hypot(one.y - other.y) - 1.0).abs() < 0.001);
            assert!(touch, "{} and {}", site.name, geometry.sites[neighbour].name);
        }
    }
    for bar in &geometry.bars {
        assert_eq!(bar.outlines.len(), 1, "{} is in one piece", bar.name);
    }
}

#[test]
fn winning_stones() {
    let check = |stones: &str, winning: &str| {
        let position = red_stones(&cells(stones));
        let mut expected: Vec<usize> = cells(winning).into_iter().map(Cell::index).collect();
        expected.sort_unstable();
        assert_eq!(position.scene().winning, expected, "{position}");
    };
    check("a0 f5 l12", "");
    let three_bars = "a4 a5 a6 a7 a8 a12 l0 l1 l2 l3 l4 l5";
    check(&format!("{three_bars} f5 f6"), three_bars);
}
