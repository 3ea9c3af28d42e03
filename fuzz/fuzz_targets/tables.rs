//! The target `tables` for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    halte_fuzz::server::tables(data);
});
