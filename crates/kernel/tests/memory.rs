//! A header that asks for too much is refused before anything of the size is allocated, and one that
//! asks for more than there is gets an error with a place.

#[path = "support/common.rs"]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{SCHEMA, files};
use kernel::{Options, parse};
use source::SourceFile;

/// The system's allocator, remembering the largest request and refusing larger ones than there is
/// room for.
struct Watched;

const ROOM: usize = 64 << 20;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        if layout.size() > ROOM {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

#[test]
fn nothing_larger_than_the_limit_is_allocated() {
    let options = Options {
        max_bytes: 1 << 20,
        ..Options::default()
    };
    let check = |header: &str, fits: bool| {
        let file = SourceFile::new("test", format!("---\n{header}\n---\n"));
        LARGEST.store(0, Ordering::Relaxed);
        let result = parse(&file, &SCHEMA, &options, &files());
        let largest = LARGEST.load(Ordering::Relaxed);
        assert_eq!(result.is_ok(), fits, "{header}");
        assert!(largest <= 1 << 20, "{header}: {largest} bytes at once");
    };
    check("a: u8[1024 * 1024] = rand()", true);
    check("a: u8[1024 * 1024 + 1] = rand()", false);
    check("a: f64[1024, 1024, 1024, 128] = zeros()", false);
    check("a: f64[1099511627776, 1099511627776] = repeat(1)", false);
    check(
        "a: u8[1000000]\nb: u8[1000000] = arange(1000000)\nexpect b = zeros()",
        false,
    );
    check("t: tex2d[1048576, 1048576] = file(\"grey.pgm\")", false);
    check("a: u8[4] = arange(1099511627776)", false);
    check("a: u8[4] = arange(0, 1e18, 1e-18)", false);

    // The user allows for more than the computer has.
    let options = Options {
        max_bytes: 1 << 40,
        ..Options::default()
    };
    for init in [
        "",
        " = zeros()",
        " = rand()",
        " = arange(1073741824)",
        " = repeat(1)",
    ] {
        let text = format!("---\nb: u8[4]\na: u8[1073741824]{init}\n---\n");
        let file = SourceFile::new("test", text);
        let problems = parse(&file, &SCHEMA, &options, &files()).unwrap_err();
        let [problem] = &problems[..] else {
            panic!("{init}: {problems:?}");
        };
        assert_eq!(problem.code, "too-large", "{init}");
        assert_eq!(file.slice(problem.labels[0].span), "a", "{init}");
    }
}
