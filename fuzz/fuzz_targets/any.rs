//! The target that the variable `HALTE_FUZZ_TARGET` names, for cargo-fuzz.
#![no_main]

use std::sync::LazyLock;

use halte_fuzz::{TARGETS, Target};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("HALTE_FUZZ_TARGET").expect("HALTE_FUZZ_TARGET names a target");
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("there is no target {name}"))
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    TARGET.accepts(data);
});
