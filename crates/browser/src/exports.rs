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
    /// Something was found: an answer of so many bytes is there.
    safe fn tell(length: usize);
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
    put(REQUEST.with_borrow(|request| crate::desk::answer_text(request, &PageClock)))
}

/// Analyses what the body that was written asks for, and tells again and again what was found. Says how long the last
/// answer is.
#[unsafe(no_mangle)]
extern "C" fn think() -> usize {
    let body = REQUEST.take();
    let reply = crate::analyse(&body, &PageClock, &mut |view| {
        tell(put(serde_json::to_vec(view).unwrap_or_default()));
    });
    put(serde_json::to_vec(&reply).unwrap_or_default())
}

/// Puts an answer where it is read, and says how long it is.
fn put(answer: Vec<u8>) -> usize {
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
