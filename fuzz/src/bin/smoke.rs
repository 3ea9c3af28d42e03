//! A short run of every fuzz target on stable Rust: seeds and their mutations, the same in every run.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

use halte_fuzz::{TARGETS, Target, WORDS, seeds};
use halte_game::Random;

/// Inputs a target, less for those that cost more, unless the first argument says otherwise.
const INPUTS: usize = 200_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        [] => run(INPUTS),
        ["--corpus", folder] => write_corpus(Path::new(folder)),
        [inputs] => match inputs.parse() {
            Ok(inputs) => run(inputs),
            Err(error) => Err(io::Error::other(format!("the number of inputs {inputs:?}: {error}"))),
        },
        _ => Err(io::Error::other("usage: smoke [INPUTS | --corpus FOLDER]")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("smoke: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs every target on the seeds and on mutations of them.
fn run(inputs: usize) -> io::Result<()> {
    for target in TARGETS {
        let started = Instant::now();
        let (name, inputs) = (target.name, inputs / target.cost);
        let seeds = seeds(name);
        for seed in &seeds {
            assert!(
                target.accepts(seed),
                "{name} refuses {:?}",
                String::from_utf8_lossy(seed)
            );
        }
        let mut random = Random::new(0);
        let accepted = (0..inputs)
            .filter(|_| target.accepts(&mutated(&seeds, &mut random)))
            .count();
        println!(
            "fuzz: {name}: {} seeds and {inputs} mutations of them, {accepted} accepted, in {:.1} s: all well",
            seeds.len(),
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// Writes the seeds where cargo-fuzz looks for them.
fn write_corpus(folder: &Path) -> io::Result<()> {
    for Target { name, .. } in TARGETS {
        let folder = folder.join(name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds(name).iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}

/// One of the seeds, changed in a few places.
fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        let at = 1 + random.below(input.len());
        let to = at + random.below(input.len() + 1 - at.min(input.len())).min(12);
        let range = at.min(input.len())..to.min(input.len()).max(at.min(input.len()));
        match random.below(6) {
            0 => {
                input.drain(range);
            }
            1 => {
                let word = &WORDS[random.below(WORDS.len())];
                input.splice(range, word.bytes());
            }
            2 => {
                let other = &seeds[random.below(seeds.len())];
                let cut = random.below(other.len());
                input.truncate(range.start);
                input.extend_from_slice(&other[cut..]);
            }
            3 => {
                let copy = input[range.clone()].to_vec();
                input.splice(range.start..range.start, copy);
            }
            4 if !range.is_empty() => {
                input[range.start] = random.bits() as u8 & 0x7f;
            }
            _ => {
                // A word of this input at another place of it: swapped fields, repeated moves.
                let words: Vec<Vec<u8>> = input[1..].split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
                let word = words[random.below(words.len())].clone();
                input.splice(range, word);
            }
        }
        if input.is_empty() {
            input.push(0);
        }
    }
    input
}
