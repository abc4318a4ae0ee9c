//! What the compiler has a program hand over before it begins: fat binaries, and which functions and
//! variables of the host stand for which of the device.

use crate::device;
use crate::error::{Fail, INVALID_DEVICE_FUNCTION, Outcome, fail};
use crate::memory::{self, Kind};
use crate::module::{self, image};
use crate::pointer::{Dim3, handle, put};
use crate::symbol;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wavetank::amd_host::{Buffer, HostBytes, Kernel, Module, bundle};

/// What a program hands over for each of its parts that have device code.
#[repr(C)]
pub struct Wrapper {
    magic: u32,
    version: u32,
    binary: *const c_void,
    unused: *const c_void,
}

const MAGIC: u32 = 0x4849_5046;

#[derive(Default)]
struct Registry {
    binaries: Vec<Binary>,
    /// By the address of the function or variable of the host.
    functions: HashMap<usize, Symbol>,
    variables: HashMap<usize, Symbol>,
    kernels: HashMap<(usize, usize), Kernel>,
}

struct Symbol {
    binary: usize,
    name: String,
}

/// A fat binary, and what was loaded of it for each device.
struct Binary {
    /// It is part of the program. Nothing where it was taken back.
    bytes: Option<&'static [u8]>,
    modules: HashMap<usize, Result<Arc<Module>, Fail>>,
    managed: Vec<Managed>,
}

/// A variable that the host and devices share.
struct Managed {
    bytes: HostBytes,
    name: String,
    /// Devices reach it.
    shared: bool,
}

static REGISTRY: Mutex<Option<Registry>> = Mutex::new(None);

fn with<T>(f: impl FnOnce(&mut Registry) -> T) -> T {
    let mut guard: MutexGuard<'_, Option<Registry>> =
        REGISTRY.lock().unwrap_or_else(PoisonError::into_inner);
    f(guard.get_or_insert_default())
}

/// Processors that all fat binaries have code for.
pub(crate) fn processors() -> Vec<String> {
    with(|registry| {
        let mut common: Option<Vec<String>> = None;
        for bytes in registry.binaries.iter().filter_map(|binary| binary.bytes) {
            let parts = bundle::parts(bytes).unwrap_or_default();
            let own: Vec<String> = parts.into_iter().map(|part| part.processor).collect();
            common = Some(match common {
                None => own,
                Some(all) => all.into_iter().filter(|name| own.contains(name)).collect(),
            });
        }
        common.unwrap_or_default()
    })
}

impl Registry {
    fn module(&mut self, binary: usize, device: usize) -> Outcome<Arc<Module>> {
        let gone = || fail(INVALID_DEVICE_FUNCTION, "its fat binary was taken back");
        let Some(binary) = self.binaries.get_mut(binary) else {
            return gone();
        };
        let Some(bytes) = binary.bytes else {
            return gone();
        };
        if let Some(known) = binary.modules.get(&device) {
            return known.clone();
        }
        let loaded = module::load(device, "the program", bytes);
        if let Ok(module) = &loaded {
            for managed in &mut binary.managed {
                managed.link(module)?;
            }
        }
        binary.modules.insert(device, loaded.clone());
        loaded
    }
}

impl Managed {
    /// The device finds it where the compiler put a pointer.
    fn link(&mut self, module: &Arc<Module>) -> Outcome {
        if !std::mem::replace(&mut self.shared, true) {
            memory::share(self.bytes, Kind::Managed, 1)?;
        }
        if let Some(variable) = module.variable(&self.name) {
            let address = self.bytes.address() as u64;
            let device = module.device();
            device.write(variable.address, &address.to_le_bytes())?;
        }
        Ok(())
    }
}

/// The kernel that a function of the host stands for.
pub(crate) fn kernel(function: *const c_void, device: usize) -> Outcome<Kernel> {
    // Which devices there are depends on what is registered.
    device::get(device)?;
    with(|registry| {
        let key = (function.addr(), device);
        if let Some(known) = registry.kernels.get(&key) {
            return Ok(known.clone());
        }
        let Some(symbol) = registry.functions.get(&function.addr()) else {
            return fail(INVALID_DEVICE_FUNCTION, "the function is no kernel");
        };
        let (binary, name) = (symbol.binary, symbol.name.clone());
        let module = registry.module(binary, device)?;
        let kernel = module::kernel(&module, &name)?;
        registry.kernels.insert(key, kernel.clone());
        Ok(kernel)
    })
}

/// Whether a function of the host stands for a kernel.
pub(crate) fn is_kernel(function: *const c_void) -> bool {
    with(|registry| registry.functions.contains_key(&function.addr()))
}

/// Where the variable is that one of the host stands for.
pub(crate) fn variable(host: *const c_void, device: usize) -> Outcome<Buffer> {
    device::get(device)?;
    with(|registry| {
        let Some(known) = registry.variables.get(&host.addr()) else {
            return symbol::unknown();
        };
        let (binary, name) = (known.binary, known.name.clone());
        let module = registry.module(binary, device)?;
        module.variable(&name).map_or_else(symbol::unknown, Ok)
    })
}

/// # Safety
/// The pointer must be null or point to a text that ends.
unsafe fn name(pointer: *const c_char) -> String {
    match pointer.is_null() {
        true => String::new(),
        // SAFETY: by the contract.
        false => unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into(),
    }
}

/// The number that a fat binary was given.
fn index(binary: *mut c_void) -> usize {
    binary.addr().wrapping_sub(1)
}

/// A fat binary that a program brings along.
///
/// # Safety
/// It must be what compilers write, and stay.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipRegisterFatBinary(wrapper: *const Wrapper) -> *mut c_void {
    // SAFETY: by the contract.
    let bytes = unsafe {
        match wrapper.is_null() || (*wrapper).magic != MAGIC {
            true => fail(crate::error::INVALID_IMAGE, "the wrapper is none of HIP's"),
            false => image((*wrapper).binary),
        }
    };
    if let Err(failed) = &bytes {
        eprintln!(
            "wavetank: the program's device code cannot be read: {}",
            failed.why
        );
    }
    with(|registry| {
        registry.binaries.push(Binary {
            bytes: bytes.ok(),
            modules: HashMap::new(),
            managed: Vec::new(),
        });
        handle(registry.binaries.len() as u64)
    })
}

/// A fat binary is not used any more.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn __hipUnregisterFatBinary(binary: *mut c_void) {
    with(|registry| {
        let index = index(binary);
        if let Some(binary) = registry.binaries.get_mut(index) {
            binary.bytes = None;
            binary.modules.clear();
        }
        let gone: Vec<usize> = (registry.functions.iter())
            .filter(|(_, symbol)| symbol.binary == index)
            .map(|(&host, _)| host)
            .collect();
        registry.kernels.retain(|(host, _), _| !gone.contains(host));
    });
}

/// A function of the host stands for a kernel.
///
/// # Safety
/// The name must be null or a text that ends.
#[allow(non_snake_case, clippy::too_many_arguments)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipRegisterFunction(
    binary: *mut c_void,
    host: *const c_void,
    _device_function: *mut c_char,
    device_name: *const c_char,
    _threads: u32,
    _tid: *mut Dim3,
    _bid: *mut Dim3,
    _block: *mut Dim3,
    _grid: *mut Dim3,
    _wave: *mut c_int,
) {
    // SAFETY: by the contract.
    let name = unsafe { name(device_name) };
    let binary = index(binary);
    with(|registry| {
        registry
            .functions
            .insert(host.addr(), Symbol { binary, name })
    });
}

/// A variable of the host stands for one of the device.
///
/// # Safety
/// The name must be null or a text that ends.
#[allow(non_snake_case, clippy::too_many_arguments)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipRegisterVar(
    binary: *mut c_void,
    host: *mut c_void,
    _host_name: *const c_char,
    device_name: *const c_char,
    _external: c_int,
    _size: usize,
    _constant: c_int,
    _global: c_int,
) {
    // SAFETY: by the contract.
    let name = unsafe { name(device_name) };
    let binary = index(binary);
    with(|registry| {
        registry
            .variables
            .insert(host.addr(), Symbol { binary, name })
    });
}

/// A variable that host and devices share.
///
/// # Safety
/// The place for its address must be writable, what it begins with readable, its name a text that
/// ends.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __hipRegisterManagedVar(
    binary: *mut c_void,
    place: *mut *mut c_void,
    start: *const c_void,
    device_name: *const c_char,
    size: usize,
    _align: u32,
) {
    let bytes = vec![0u64; size.div_ceil(8).max(1)].into_boxed_slice();
    let own = Box::leak(bytes).as_mut_ptr().cast::<u8>();
    // SAFETY: by the contract; what it is copied to is as long, and stays as long as the program.
    let bytes = unsafe {
        if !start.is_null() {
            std::ptr::copy_nonoverlapping(start.cast::<u8>(), own, size);
        }
        // The host may use it at once; devices do when the code that has it is loaded.
        put(place, own.cast());
        HostBytes::new(own, size.max(1))
    };
    // SAFETY: by the contract.
    let name = unsafe { name(device_name) };
    with(|registry| {
        if let Some(binary) = registry.binaries.get_mut(index(binary)) {
            binary.managed.push(Managed {
                bytes,
                name,
                shared: false,
            });
        }
    });
}

/// Textures that a program declares, of which there are none here.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn __hipRegisterTexture() {}

/// The same for surfaces.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn __hipRegisterSurface() {}
