//! Modules: code objects that a program loads itself, and their kernels.

use crate::device;
use crate::error::{
    FILE_NOT_FOUND, Fail, INVALID_DEVICE_FUNCTION, INVALID_HANDLE, INVALID_IMAGE, INVALID_VALUE,
    NO_BINARY, NOT_FOUND, Outcome, api, ensure, fail,
};
use crate::pointer::{give, handle, number, put, text};
use crate::symbol;
use host::Handles;
use std::collections::{BTreeMap, HashMap};
use std::ffi::{c_char, c_void};
use std::sync::{Arc, Mutex, PoisonError};
use wavetank::amd_host::{self, Kernel, bundle};

/// A module that a program has loaded.
struct Module {
    own: Arc<amd_host::Module>,
    /// Handles of its kernels that were asked for.
    functions: Mutex<HashMap<String, u64>>,
}

static MODULES: Handles<Module> = Handles::new();
static FUNCTIONS: Handles<Kernel> = Handles::new();

/// All bytes of a bundle or code object that begins somewhere.
///
/// # Safety
/// The pointer must be null or point to one that is whole, and stays as long as the slice is used.
pub(crate) unsafe fn image<'a>(pointer: *const c_void) -> Outcome<&'a [u8]> {
    ensure(!pointer.is_null(), INVALID_VALUE, "there is no code")?;
    let mut known = 0usize;
    loop {
        // SAFETY: by the contract, as many bytes are there as it says itself.
        let bytes = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), known) };
        match bundle::extent(bytes) {
            Some(more) if more as usize > known => known = more as usize,
            Some(_) => return Ok(bytes),
            None => {
                return fail(
                    INVALID_IMAGE,
                    "it is neither an offload bundle nor a code object",
                );
            }
        }
    }
}

/// Loads the code for a device.
pub(crate) fn load(device: usize, name: &str, bytes: &[u8]) -> Outcome<Arc<amd_host::Module>> {
    let device = device::get(device)?;
    let chip = device.chip();
    let code = match bundle::is_bundle(bytes) {
        false => bytes.to_vec(),
        true => {
            let parts = bundle::parts(bytes);
            let parts = parts.or_else(|why| fail(INVALID_IMAGE, why))?;
            let generic = device.target().generation().generic.name;
            let of = |wanted: &str| parts.iter().find(|part| part.processor == wanted);
            match of(chip.name).or_else(|| of(generic)) {
                Some(part) => part.bytes.clone(),
                None => {
                    let there: Vec<&str> = parts
                        .iter()
                        .map(|part| part.processor.as_str())
                        .filter(|name| !name.is_empty())
                        .collect();
                    let why = format!(
                        "{name} has code for {}, and the device is {}",
                        there.join(", "),
                        chip.name
                    );
                    eprintln!("wavetank: {why}: WAVETANK_DEVICE names another");
                    return fail(NO_BINARY, why);
                }
            }
        }
    };
    let module = amd_host::Module::load(device, name, code.into(), BTreeMap::new())?;
    let module = Arc::new(module);
    symbol::remember(&module);
    Ok(module)
}

/// A kernel of some code by its name.
pub(crate) fn kernel(module: &Arc<amd_host::Module>, name: &str) -> Outcome<Kernel> {
    if !module.kernels().iter().any(|kernel| kernel.name == name) {
        return fail(NOT_FOUND, format!("there is no kernel {name}"));
    }
    module.kernel(name).map_err(|diagnostic| {
        let lines = std::iter::once(diagnostic.message).chain(diagnostic.help);
        let why = lines.collect::<Vec<_>>().join("\n");
        let why = format!("kernel {name}: {why}");
        eprintln!("wavetank: {why}");
        Fail {
            code: INVALID_DEVICE_FUNCTION,
            why: why.into(),
        }
    })
}

/// The kernel of a handle.
pub(crate) fn function(handle: *const c_void) -> Outcome<Arc<Kernel>> {
    let found = FUNCTIONS.get(number(handle));
    found.map_or_else(|| fail(INVALID_HANDLE, "there is no such function"), Ok)
}

/// A handle for a kernel that lives as long as the program.
pub(crate) fn handle_of(kernel: Kernel) -> *mut c_void {
    handle(FUNCTIONS.insert(kernel))
}

fn get(module: *mut c_void) -> Outcome<Arc<Module>> {
    let found = MODULES.get(number(module));
    found.map_or_else(
        || {
            fail(
                INVALID_HANDLE,
                "there is no such module: it was unloaded, or never loaded",
            )
        },
        Ok,
    )
}

/// # Safety
/// The place must be null or writable.
unsafe fn insert(to: *mut *mut c_void, name: &str, bytes: &[u8]) -> Outcome {
    ensure(
        !to.is_null(),
        INVALID_VALUE,
        "there is no place for the module",
    )?;
    let own = load(device::current(), name, bytes)?;
    let made = MODULES.insert(Module {
        own,
        functions: Mutex::default(),
    });
    // SAFETY: by the contract.
    unsafe { give(to, handle(made)) }
}

api! {
    fn hipModuleLoad(module: *mut *mut c_void, path: *const c_char) {
        let path = text(path)?;
        let bytes = std::fs::read(path);
        let bytes = bytes.or_else(|error| fail(FILE_NOT_FOUND, format!("{path}: {error}")))?;
        insert(module, path, &bytes)
    }

    fn hipModuleLoadData(module: *mut *mut c_void, data: *const c_void) {
        insert(module, "module", image(data)?)
    }

    fn hipModuleLoadFatBinary(module: *mut *mut c_void, data: *const c_void) {
        insert(module, "module", image(data)?)
    }

    fn hipModuleLoadDataEx(module: *mut *mut c_void, data: *const c_void, _count: u32, _options: *mut u32, _values: *mut *mut c_void) {
        insert(module, "module", image(data)?)
    }

    fn hipModuleUnload(module: *mut c_void) {
        let gone = get(module)?;
        let finished = crate::stream::finish_device(device::current());
        MODULES.remove(number(module));
        let functions = gone.functions.lock().unwrap_or_else(PoisonError::into_inner);
        functions.values().for_each(|&function| _ = FUNCTIONS.remove(function));
        symbol::forget(&gone.own);
        finished
    }

    fn hipModuleGetFunction(function: *mut *mut c_void, module: *mut c_void, name: *const c_char) {
        ensure(!function.is_null(), INVALID_VALUE, "there is no place for the function")?;
        let (module, name) = (get(module)?, text(name)?);
        let mut known = module.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match known.get(name) {
            Some(&found) => found,
            None => {
                let made = FUNCTIONS.insert(kernel(&module.own, name)?);
                known.insert(name.into(), made);
                made
            }
        };
        give(function, handle(found))
    }

    fn hipModuleGetFunctionCount(count: *mut u32, module: *mut c_void) {
        give(count, get(module)?.own.kernels().len() as u32)
    }

    fn hipModuleGetGlobal(pointer: *mut *mut c_void, bytes: *mut usize, module: *mut c_void, name: *const c_char) {
        let (module, name) = (get(module)?, text(name)?);
        let Some(variable) = module.own.variable(name) else {
            return fail(NOT_FOUND, format!("there is no variable {name}"));
        };
        put(pointer, handle(variable.address));
        put(bytes, variable.len as usize);
        Ok(())
    }
}
