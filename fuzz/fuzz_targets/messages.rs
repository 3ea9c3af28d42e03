//! The target `messages` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    halte_fuzz::server::messages(data);
});
