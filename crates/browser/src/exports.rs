//! What a page calls. Texts go through two buffers of the module: a page asks for room, writes there, and reads the
//! answer where it is told.
#![allow(
    unsafe_code,
    reason = "names and imports need the word; no memory is touched by hand"
)]

use std::cell::RefCell;
use std::time::Duration;

use halte_engine::Clock;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The milliseconds since some moment that stays the same.
    safe fn now() -> f64;
}

/// The page's clock.
struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(now().max(0.0) / 1000.0)
    }
}

/// Room for a request of so many bytes: where to write it.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request that was written, and says how long the answer is.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    let answer = REQUEST.with_borrow(|request| crate::desk::answer_text(request, &PageClock));
    ANSWER.with_borrow_mut(|place| {
        *place = answer;
        place.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
