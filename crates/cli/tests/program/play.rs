//! `halte play` in a pipe: typed lines in, boards and words out.

use std::fs;

use halte_games::GameId;

use crate::commands::VECTORS;
use crate::{Folder, Run, assert_says, conformance, halte, moves, run, unbroken};

/// A game that is played in a pipe.
fn play(arguments: &str, input: &str) -> Run {
    halte(&format!("play {arguments}"), input)
}

/// What is said in it.
fn check(arguments: &str, input: &str, expected: &[&str]) {
    let run = play(arguments, input);
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_says(&run.output, expected);
}

fn last_position(run: &Run) -> &str {
    let mut lines = run.output.lines().filter(|line| !line.contains("kept in"));
    lines.rfind(|line| line.contains('/')).expect("a position")
}

#[test]
fn play_works_piped() {
    let run = play("mixtour --variant 20/1", "b2\nc3 b2-c3\nbogus\nundo\nposition\nquit\n");
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_eq!(last_position(&run), ",,,,/,,,,/,,r,,/,w,,,/,,,, w 0:0 20/1 c3");
    assert!(run.output.contains("Mixtour 20/1 by Dieter Stein"));
    assert!(run.output.contains("\"bogus\" is neither a move nor a command"));
    assert!(run.output.contains("Took back b2-c3."));
}

#[test]
fn play_plays_whole_games() {
    for (file, game) in VECTORS {
        let vectors = conformance(file);
        let vector = vectors
            .iter()
            .find(|vector| vector["outcome"].is_string())
            .expect("a finished game");
        let input = format!("{}\nposition\n", moves(vector).join("\n"));
        let cards = if game.contains("cards") { " --own-cards" } else { "" };
        let run = play(&format!("{game}{cards}"), &input);
        assert_eq!(Some(last_position(&run)), vector["position"].as_str(), "{file}");
        assert!(run.output.contains("wins: ") || run.output.contains("Draw: "), "{file}");
    }
}

#[test]
fn play_lists_games_to_choose_from() {
    let run = play("", "chess\n4\n\nb2\nposition\n");
    assert_says(
        &run.output,
        &[
            "bad game \"chess\": there are mobius, move",
            "Which variant of Mixtour?",
        ],
    );
    assert!(last_position(&run).ends_with("r 0:0 25/5 b2"));
    let third = ["bad variant \"9\"", "Mixtour 20/2 by Dieter Stein"];
    check("", "Mixtour\n9\n3\nposition\n", &third);
    check("", "Mobius\nquit\n", &["Mobius by Mark Steere"]);
    check("", "q\n", &[]);
}

#[test]
fn play_explains() {
    check(
        "MOBIUS",
        "?\nrules\nabout\nQUIT\n",
        &[
            "Mobius by Mark Steere (https://www.marksteeregames.com)\n",
            "\nLegend: r red stone, b blue stone, # Red's bar, = Blue's bar; [ ] last move",
            "\n  e0          a stone on cell e0",
            "\n  moves [CELL]      the legal moves",
            "\nLegend: ",
            "\nWinning with three bars\n",
            "\nMobius by Mark Steere, 2008\n",
        ],
    );
    for game in GameId::ALL {
        let run = play("", &format!("{game}\n\nhelp\nrules\nmoves\nfoo\nquit\n"));
        for line in run.output.lines() {
            assert!(line.chars().count() <= 78, "{line}");
        }
    }
}

/// A game in French, chosen by the terminal or by an argument: nothing English is left in it.
#[test]
fn play_speaks_french() {
    let folder = Folder::new();
    let at_french_terminal = |line: &str, input: &str| run(folder.command(line).env("LC_ALL", "fr_FR.UTF-8"), input);
    let input =
        "xyz\nb2 c3\ncoups b2\nundo\nreprendre 7\nindice\nniveau 1\nniveau non\naide\nrègles\nabandonner\nquitter\n";
    let run = at_french_terminal("play mixtour --variant 20/1 --seed 4", input);
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_says(
        &run.output,
        &[
            "Mixtour 20/1 de Dieter Stein (https://spielstein.com/games/mixtour)",
            "Légende : w pion blanc, r pion rouge ; [ ] dernier coup, * * ce qui a gagné",
            "Blanc : 20 en réserve, 0 sur 1 point",
            "Blanc joue",
            "« xyz » n’est ni un coup ni une commande : un coup s’écrit b2",
            "`aide` explique",
            "1 coup permis : b2-c3",
            "Repris : c3.",
            "Repris : b2.",
            "Indice : ",
            "L’ordinateur joue Rouge au niveau 1.",
            "Deux personnes jouent.",
            "Un coup, ou plusieurs sur une ligne :",
            "enregistrer FICHIER garder la partie",
            "Précision : La partie est nulle si",
            "Rouge gagne : Blanc abandonne",
        ],
    );
    for word in [" the ", " to move", " legal ", " wins", "engine", " piece"] {
        assert!(!run.output.contains(word), "{word}: {}", run.output);
    }
    check(
        "--language fr",
        "dames\n4\n\nb2 b2\nquitter\n",
        &[
            "Quel jeu ?",
            "jeu « dames » : il y a mobius, move",
            "Quelle variante de Mixtour ?",
            "le coup b2 est interdit : b2 est occupée ; `coups` donne les coups permis",
        ],
    );
    let mobius = folder.done("rules mobius --language fr");
    let expected = [
        "Mobius de Mark Steere, 2008",
        "\nLe plateau\n",
        "\nComment on note les coups\n",
    ];
    assert_says(&mobius, &expected);
    let english = at_french_terminal("--language en rules mobius", "");
    assert_says(&english.output, &["Mobius by Mark Steere, 2008"]);
}

#[test]
fn play_forgives_and_explains_mistakes() {
    check("mobius", "E0\nmoves e1\n", &["[r]", "1 legal move:\n  e1\n"]);
    let row = "13 legal moves:\n  l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12\n";
    check("mobius", "moves l\n", &[row]);
    check("mobius", "moves zz\n", &["there is no cell \"zz\""]);
    check("mixtour", "b2\nmoves b2\n", &["No legal move begins with b2\n"]);
    let illegal = [
        "illegal move \"b2\": ",
        "`moves` lists",
        "The rest of the line was not played.",
    ];
    check("mixtour", "b2 b2 c3\n", &illegal);
    check("mixtour", "undo x\n", &["undo how many moves?"]);
    check(
        "mixtour",
        "draw\ndraw\nb2\nmoves\nundo\n",
        &[
            "Draw: by agreement",
            "the game is over already",
            "the game is over: `undo`",
            "No legal moves: the game is over",
            "Took back the agreement to a draw.",
            "White to move",
        ],
    );
    // Nothing to take back: the board is not drawn again.
    let run = play("mixtour", "undo\n");
    let nothing = "White to move\nThere is nothing to take back.\n";
    assert!(run.output.ends_with(nothing), "{}", run.output);
}

/// Piped, the engine plays line by line.
#[test]
fn play_has_an_opponent() {
    let check = |arguments: &str, input: &str, expected: &[&str]| {
        check(&format!("mixtour --variant 20/1 --seed 4 {arguments}"), input, expected);
    };
    let one_each = ["White to move", "Red plays ", "White to move", "moves: b2 "];
    check("--level 1", "b2\n", &one_each);
    check("--level 2 --side second", "\n", &["White plays ", "Red to move"]);
    // Several moves on a line: the engine answers each. Taking back leads to the person's own turn.
    let answered = ["Red plays ", "Red plays ", "Took back ", ", e5.", " w 0:0 20/1 "];
    check("--level 1", "a1 e5\nundo\nposition\n", &answered);
    let resigned = ["agrees to no draw", "Red wins: White resigned"];
    check("--level 1", "draw\nresign\n", &resigned);
    check(
        "",
        "level 11\nlevel\nlevel 1\nb2\nlevel off\nhint\n",
        &[
            "a level is a number from 1 to 10",
            "which level?",
            "The engine plays Red at level 1.",
            "Red plays ",
            "Two people play.",
            "Hint: ",
            " % for White)",
        ],
    );
}

/// A level is the same everywhere, and so are cards: the same seed, the same game.
#[test]
fn play_repeats_itself_on_request() {
    for arguments in ["--level 1 --side random --seed 9", "--seed 5"] {
        let [once, again] =
            [(); 2].map(|()| play(&format!("fibonacci --variant cards {arguments}"), "moves\nquit\n").output);
        assert!(once.contains("Red draws #"), "{once}");
        assert_eq!(once, again);
    }
}

/// Whoever leaves is told what is lost, with what it takes to play it again.
#[test]
fn play_says_what_was_not_saved() {
    let check = |arguments: &str, input: &str, expected: &str| {
        let run = play(arguments, input);
        assert!(run.output.ends_with(expected), "{}", run.output);
    };
    let lost = "This game was not saved. Its moves:\n  b2 c3\n";
    check("mixtour --variant 20/1", "b2 c3\n", lost);
    check("mixtour --variant 20/1", "b2\nc3\nquit\n", lost);
    check("mixtour --variant 20/1", "b2\nundo\nquit\n", "White to move\n");
    let position = "2n2/2n2/nnnnn/2n2/1on2 k g -";
    let run = play(&format!("move --position '{position}'"), "a1\n");
    assert_says(&run.output, &[&format!("Its moves from {position}:\n  a1\n")]);
}

/// Takes a step back and makes it again: the same card comes.
#[test]
fn play_draws_the_same_card_again() {
    let cards = |input: &str| -> Vec<String> {
        let output = play("fibonacci --variant cards --seed 5", input).output;
        let drawn = output.lines().filter(|line| line.contains(" draws "));
        drawn.map(str::to_owned).collect()
    };
    let drawn = cards("a5-b5 end\n");
    assert_eq!(drawn.len(), 2);
    let again = cards("a5-b5 end\nundo\nend\nundo 2\na4-b5 end\n");
    assert_eq!(again, [0, 1, 1, 1].map(|index| drawn[index].as_str()));
    // The first card is nobody's move.
    assert_eq!(cards("undo\nundo\n"), drawn[..1]);
}

/// All steps of the last turn are marked, whatever card was drawn after it.
#[test]
fn play_marks_the_last_turn() {
    let check = |input: &str, expected: usize| {
        let output = play("fibonacci --variant cards --own-cards", input).output;
        let board = output.rfind("            k ").expect("a board");
        assert_eq!(output[board..].matches('[').count(), expected, "{input}");
    };
    check("#3 a5-b5\n", 2);
    check("#3 a5-b5 a1-b1\n", 4);
    check("#3 a5-b5 a1-b1 end\n", 4);
    check("#3 a5-b5 a1-b1 end #2\n", 4);
    check("#3 a5-b5 a1-b1 end #2 k7-j7\n", 2);
}

#[test]
fn play_saves_and_loads() {
    let folder = Folder::new();
    let run = folder.run_with("play move --save game.txt", "a1 a2\nb2\nposition\n");
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_says(&run.output, &["This game is kept in ", "This game is kept in "]);
    let saved = last_position(&run).to_owned();
    folder.done("check game.txt");

    let loaded = folder.run_with("play --load game.txt", "position\nresign\nquit\n");
    assert_eq!(last_position(&loaded), saved);
    assert_says(&loaded.output, &["Orange wins: Green resigned"]);
    // The loaded file is kept up to date: the game is over in it, and may be taken up again.
    let again = folder.run_with("play --load game.txt", "a4\nundo\na4\nposition\nquit\n");
    assert_says(&again.output, &["the game is over", "Took back the resignation."]);
    assert!(last_position(&again).starts_with("2n2/g1n2/"), "{}", again.output);
    folder.done("check game.txt");

    // No other file is overwritten, and a new game is not in the old one's file.
    let kept = folder.read("game.txt");
    let run = folder.run_with("play move", "save game.txt\nload game.txt\nnew\na1\n");
    assert_says(
        &run.output,
        &[
            "exists already",
            "This game is kept in ",
            "The old game is kept in ",
            "The new game is not saved yet",
            "This game was not saved. Its moves:\n  a1\n",
        ],
    );
    assert_eq!(folder.read("game.txt"), kept);
}

/// A record says against whom it goes on, unless the command line says otherwise.
#[test]
fn play_goes_on_with_the_engine_of_a_record() {
    let folder = Folder::new();
    let check = |line: &str, input: &str, expected: &[&str]| {
        let run = folder.run_with(line, input);
        assert_eq!(run.status, 0, "{}", run.errors);
        assert_says(&run.output, expected);
    };
    let set_up = "play mixtour --variant 20/1 --seed 4 --level 1 --save game.txt";
    check(set_up, "b2\n", &["The engine plays Red at level 1.", "Red plays "]);
    let kept = folder.read("game.txt");
    assert!(kept.contains("[Second \"Halte level 1\"]"), "{kept}");
    let loaded = ["The engine plays Red at level 1.", "Red plays ", "White to move"];
    check("play --load game.txt --seed 4", "a1\n", &loaded);
    let from_inside = ["Two people play.", loaded[0], loaded[1]];
    check("play move --seed 4", "load game.txt\na5\n", &from_inside);
    let stronger = ["The engine plays Red at level 2.", "White to move"];
    check("play --load game.txt --seed 4 --level 2", "\n", &stronger);
    let in_french = ["L’ordinateur joue Rouge au niveau 1."];
    check("play --load game.txt --language fr", "\n", &in_french);
    let turned = ["The engine plays White at level 2.", "White plays ", "Red to move"];
    check("play --load game.txt --seed 4 --level 2 --side second", "\n", &turned);
    check("play --load game.txt", "", &["The engine plays White at level 2."]);
    // Another level is kept although nothing was played.
    check("play --load game.txt", "level 3\nquit\n", &["at level 3."]);
    check("play --load game.txt", "", &["The engine plays White at level 3."]);
    // Two people go on, and are on their own from then on.
    check(
        "play --load game.txt --level off",
        "e5\n",
        &["Two people play.", "White to move"],
    );
    check("play --load game.txt", "", &["Two people play.", "White to move"]);
}

/// A move without a place has a name in every language; a record has it as the rules write it.
#[test]
fn play_speaks_of_moves_in_french() {
    let folder = Folder::new();
    let input = "a5-b5 k7-j7 fin\nreprendre\ncoups f\nFIN\n";
    let run = folder.run_with("play fibonacci --language fr --save game.txt", input);
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_says(&run.output, &["Repris : fin.", "fin", "Rouge joue"]);
    assert!(!run.output.contains("n’y a pas de case"), "{}", run.output);
    let kept = folder.read("game.txt");
    assert!(kept.contains("k7-j7 end"), "{kept}");
    folder.done("check game.txt");
    let refused = play("fibonacci", "a5-b5 k7-j7 fin\n");
    assert_says(&refused.output, &["bad move \"fin\""]);
}

/// Nobody has to guess what an arrow means, or that no marble is pushed yet.
#[test]
fn play_explains_move() {
    check(
        "move",
        "a1\n",
        &["Marbles are still being placed", "Marbles are still being placed"],
    );
    check("move --language fr", "", &["Mise en place : posez une de vos billes"]);
    let pushing = "move --position 'ogngo/gonog/nnnnn/gongo/ognog k o -'";
    let run = play(pushing, "3→ 4<\nmoves 4\nundo\n");
    assert_says(
        &run.output,
        &[
            "1 legal move: 4←",
            "4← push row 4 to the left; typed 4<",
            "Took back 4←.",
        ],
    );
    assert!(!run.output.contains("still being placed"), "{}", run.output);
    let taking = "mixtour --position ',,,,/,,,,/,rww,r,,/,,,,/,,,, w 0:0 20/1 -' --variant 20/1";
    check(taking, "moves b3:2\n", &["b3:2-c3 2 pieces from b3 to c3"]);
}

/// In a locale without UTF-8 nothing comes out as garbage, and everything can still be told apart.
#[test]
fn play_speaks_ascii_where_there_is_nothing_else() {
    let folder = Folder::new();
    for locale in ["C", "POSIX", "fr_FR", "fr_FR.ISO-8859-1"] {
        for game in GameId::ALL {
            for line in [
                format!("play {game} --language fr --seed 4"),
                format!("show {game} --legal"),
                format!("rules {game} --language fr"),
            ] {
                let input = "moves\naide\nregles\nxyz\nindice\nquitter\n";
                let run = run(folder.command(&line).env("LC_ALL", locale), input);
                assert_eq!(run.status, 0, "{line}: {}", run.errors);
                assert!(run.output.is_ascii() && run.errors.is_ascii(), "{line}: {}", run.output);
                assert!(run.output.len() > 100, "{line}: {}", run.output);
            }
        }
    }
    // LC_ALL comes first, then LC_CTYPE, then LANG.
    let show = |variables: &[(&str, &str)]| {
        let mut command = folder.command("show mixtour --moves 'b2 c3'");
        command.env_remove("LC_ALL").envs(variables.iter().copied());
        run(&mut command, "").output
    };
    assert!(show(&[("LANG", "C.UTF-8")]).contains("·      r      ·"));
    assert!(show(&[("LANG", "C.UTF-8"), ("LC_CTYPE", "C")]).contains(".      r      ."));
    assert!(show(&[("LANG", "C"), ("LC_CTYPE", "C.UTF-8")]).contains("·      r      ·"));
}

#[test]
fn play_expands_the_home_folder() {
    let (folder, home) = (Folder::new(), Folder::new());
    run(
        folder.command("play mixtour").env("HOME", home.path("")),
        "b2\nsave ~/game.txt\nc3\n",
    );
    assert!(home.read("game.txt").contains("1. b2 c3"));
}

const ANNOTATED: &str = r#"[Game "mixtour"]
[Variant "20/1"]
[Event "Club evening"]
[Result "*"]

{A quiet game.} 1. b2 $1 {Where else?} (1. c3 b4) 1... c3 *
"#;

/// What a file says about a game survives playing on.
#[test]
fn play_keeps_comments_variations_and_tags() {
    let folder = Folder::new();
    folder.write("game.txt", ANNOTATED);
    folder.run_with("play --load game.txt", "b2-c3\nd4\nundo\n");
    let expected = ANNOTATED.replace("1... c3 *", "1... c3 2. b2-c3 *");
    assert_eq!(folder.read("game.txt"), expected);
}

#[test]
fn play_loads_one_of_several_games() {
    let folder = Folder::new();
    let mobius = "[Game \"mobius\"]\n[Result \"*\"]\n\n1. e0 f3 *\n";
    folder.write("games.txt", format!("{mobius}\n{ANNOTATED}\n{mobius}"));
    let refused = folder.run("play --load games.txt");
    assert_says(&refused.errors, &["games.txt holds 3 games", "--number N"]);
    let none = "games.txt holds 3 games, and no number 4";
    folder.refuses("play --load games.txt --number 4", none);
    let run = folder.run_with("play --load games.txt --number 2", "b2-c3\n");
    assert_says(&run.output, &["Mixtour 20/1", "games.txt (game 2 of 3)"]);
    let expected = ANNOTATED.replace("1... c3 *", "1... c3 2. b2-c3 *");
    assert_eq!(folder.read("games.txt"), format!("{mobius}\n{expected}\n{mobius}"));
    let run = folder.run_with("play move", "load games.txt 3\nposition\n");
    assert!(last_position(&run).ends_with(" r"), "{}", run.output);
}

#[cfg(unix)]
#[test]
fn play_respects_a_file_and_its_mode() {
    use std::os::unix::fs::PermissionsExt;
    for (mode, said, kept) in [
        (0o440, "write-protected: this game is not kept there", "1. b2 *"),
        (0o640, "This game is kept in", "1. b2 c3 *"),
    ] {
        let folder = Folder::new();
        folder.write("game.txt", "[Game \"mixtour\"]\n[Result \"*\"]\n\n1. b2 *\n");
        let path = folder.path("game.txt");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        let run = folder.run_with("play --load game.txt", "c3\nsave game.txt\n");
        assert!(unbroken(&run.output).contains(said), "{}", run.output);
        assert!(folder.read("game.txt").contains(kept), "{}", run.output);
        let after = fs::metadata(&path).expect("the file").permissions().mode();
        assert_eq!(after & 0o777, mode);
    }
}
