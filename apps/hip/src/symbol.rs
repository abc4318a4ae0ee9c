//! Variables of device code: which memory they are, and copies to and from them.

use crate::copy::{self, DEFAULT};
use crate::error::{INVALID_SYMBOL, INVALID_VALUE, Outcome, api, fail};
use crate::memory::{Block, Kind};
use crate::pointer::{give, handle};
use crate::{device, register};
use std::ffi::c_void;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use wavetank::amd_host::{Buffer, Module};

/// Code that is in device memory, where its variables are.
static LOADED: Mutex<Vec<Weak<Module>>> = Mutex::new(Vec::new());

/// Pointers to variables of this code are pointers to device memory from now on.
pub(crate) fn remember(module: &Arc<Module>) {
    let mut all = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|module| module.strong_count() > 0);
    all.push(Arc::downgrade(module));
}

/// They are no longer.
pub(crate) fn forget(module: &Arc<Module>) {
    let mut all = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|other| !std::ptr::eq(other.as_ptr(), Arc::as_ptr(module)));
}

/// The variable that an address lies in.
pub(crate) fn block(address: u64) -> Option<Block> {
    let all = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let modules = all.iter().filter_map(Weak::upgrade);
    let mut images = modules.map(|module| module.image());
    let image =
        images.find(|image| (image.address..image.address + image.len).contains(&address))?;
    Some(Block {
        base: image.address,
        len: image.len,
        kind: Kind::Device,
        flags: 0,
        device: device::current(),
    })
}

/// Where the variable behind a symbol of the host lies on this thread's device.
fn find(symbol: *const c_void) -> Outcome<Buffer> {
    register::variable(symbol, device::current())
}

/// The address of a part of it.
fn part(symbol: *const c_void, offset: usize, len: usize) -> Outcome<*mut c_void> {
    let variable = find(symbol)?;
    let end = (offset as u64).checked_add(len as u64);
    match end.is_some_and(|end| end <= variable.len) {
        true => Ok(handle(variable.address + offset as u64)),
        false => fail(
            INVALID_VALUE,
            "the copy reaches past the end of the variable",
        ),
    }
}

const NULL: *mut c_void = std::ptr::null_mut();

api! {
    fn hipGetSymbolAddress(pointer: *mut *mut c_void, symbol: *const c_void) {
        give(pointer, handle(find(symbol)?.address))
    }

    fn hipGetSymbolSize(size: *mut usize, symbol: *const c_void) {
        give(size, find(symbol)?.len as usize)
    }

    fn hipMemcpyToSymbol(symbol: *const c_void, from: *const c_void, size: usize, offset: usize, _kind: u32) {
        copy::bytes(part(symbol, offset, size)?, from, size, DEFAULT, NULL, true)
    }

    fn hipMemcpyToSymbolAsync(symbol: *const c_void, from: *const c_void, size: usize, offset: usize, _kind: u32, stream: *mut c_void) {
        copy::bytes(part(symbol, offset, size)?, from, size, DEFAULT, stream, false)
    }

    fn hipMemcpyFromSymbol(to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, _kind: u32) {
        copy::bytes(to, part(symbol, offset, size)?, size, DEFAULT, NULL, true)
    }

    fn hipMemcpyFromSymbolAsync(to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, _kind: u32, stream: *mut c_void) {
        copy::bytes(to, part(symbol, offset, size)?, size, DEFAULT, stream, false)
    }
}

/// What is said of a symbol that is none.
pub(crate) fn unknown<T>() -> Outcome<T> {
    fail(
        INVALID_SYMBOL,
        "there is no variable on the device behind this symbol",
    )
}
