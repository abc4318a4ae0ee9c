//! Objects that programs hold handles of.
//!
//! A handle is the address of an [`Object`], which begins with the address of the function table, as
//! the loader demands. Every object is in a register from its making to its end; a handle that is not
//! there is refused. What programs retain and release is a count in the register. Objects that are
//! in use by others (a context by its buffers, a buffer by a command) live on without it, and their
//! handles with them.

use crate::error::{Outcome, fail};
use crate::icd::TABLE;
use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::cl_int;
use std::any::Any;
use std::collections::HashMap;
use std::ffi::c_void;
use std::ops::Deref;
use std::ptr::without_provenance_mut;
use std::sync::{Arc, LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};

/// A kind of object.
pub(crate) trait Kind: Send + Sync + 'static {
    /// What a handle that is none gives.
    const INVALID: cl_int;
    /// What it is called.
    const NAME: &'static str;
    /// What is done when the last that had it is gone.
    fn end(&mut self, _handle: *mut c_void) {}
}

/// An object as the loader sees it.
#[repr(C)]
pub(crate) struct Object<T: Kind> {
    table: &'static cl_icd_dispatch,
    value: T,
}

struct Entry {
    object: Weak<dyn Any + Send + Sync>,
    /// How often programs have retained it and not released it.
    count: u32,
    /// As long as that is not zero.
    owner: Option<Arc<dyn Any + Send + Sync>>,
}

static REGISTER: LazyLock<RwLock<HashMap<usize, Entry>>> = LazyLock::new(RwLock::default);

fn read() -> RwLockReadGuard<'static, HashMap<usize, Entry>> {
    REGISTER.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, HashMap<usize, Entry>> {
    REGISTER.write().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Kind> Object<T> {
    /// A new object, which programs hold once.
    pub fn new(value: T) -> Arc<Object<T>> {
        let object = Arc::new(Object {
            table: &TABLE,
            value,
        });
        let any: Arc<dyn Any + Send + Sync> = object.clone();
        let entry = Entry {
            object: Arc::downgrade(&any),
            count: 1,
            owner: Some(any),
        };
        write().insert(object.handle().addr(), entry);
        object
    }

    /// A new object that no program gets to see.
    pub fn hidden(value: T) -> Arc<Object<T>> {
        Arc::new(Object {
            table: &TABLE,
            value,
        })
    }

    /// What programs know it by.
    pub fn handle(&self) -> *mut c_void {
        std::ptr::from_ref(self).cast_mut().cast()
    }

    /// How often programs hold it.
    pub fn count(&self) -> u32 {
        read()
            .get(&self.handle().addr())
            .map_or(0, |entry| entry.count)
    }
}

impl<T: Kind> Deref for Object<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Kind> Drop for Object<T> {
    fn drop(&mut self) {
        let handle = self.handle();
        debug_assert!(std::ptr::eq(self.table, &TABLE));
        write().remove(&handle.addr());
        self.value.end(without_provenance_mut(handle.addr()));
    }
}

/// The object of a handle.
pub(crate) fn get<T: Kind>(handle: *mut c_void) -> Outcome<Arc<Object<T>>> {
    let found = read()
        .get(&handle.addr())
        .and_then(|entry| entry.object.upgrade());
    let object = found.and_then(|object| object.downcast::<Object<T>>().ok());
    match object {
        Some(object) => Ok(object),
        None if handle.is_null() => fail(T::INVALID, format!("the {} is NULL", T::NAME)),
        None => fail(
            T::INVALID,
            format!("there is no {}: it was released, or never made", T::NAME),
        ),
    }
}

/// The objects of several handles.
pub(crate) fn get_all<T: Kind>(handles: &[*mut c_void]) -> Outcome<Vec<Arc<Object<T>>>> {
    handles.iter().map(|&handle| get(handle)).collect()
}

/// A program holds it once more.
pub(crate) fn retain<T: Kind>(handle: *mut c_void) -> Outcome {
    let object = get::<T>(handle)?;
    let mut register = write();
    if let Some(entry) = register.get_mut(&handle.addr()) {
        entry.count += 1;
        entry.owner.get_or_insert(object);
    }
    Ok(())
}

/// A program holds it once less.
pub(crate) fn release<T: Kind>(handle: *mut c_void) -> Outcome {
    let object = get::<T>(handle)?;
    let mut register = write();
    let mut ended = None;
    if let Some(entry) = register.get_mut(&handle.addr()) {
        if entry.count == 0 {
            return fail(T::INVALID, format!("the {} was released already", T::NAME));
        }
        entry.count -= 1;
        if entry.count == 0 {
            ended = entry.owner.take();
        }
    }
    // What ends now takes itself out of the register.
    drop(register);
    drop((ended, object));
    Ok(())
}
