//! Names of error codes, and what they mean in words.

use crate::error::{Code, INVALID_VALUE, SUCCESS, UNKNOWN, api, call, last, take_last};
use crate::pointer::put;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::{Mutex, PoisonError};

#[rustfmt::skip]
static ALL: &[(Code, &CStr, &CStr)] = &[
    (0, c"hipSuccess", c"no error"),
    (1, c"hipErrorInvalidValue", c"invalid argument"),
    (2, c"hipErrorOutOfMemory", c"out of memory"),
    (3, c"hipErrorNotInitialized", c"initialization error"),
    (4, c"hipErrorDeinitialized", c"driver shutting down"),
    (5, c"hipErrorProfilerDisabled", c"profiler disabled while using external profiling tool"),
    (6, c"hipErrorProfilerNotInitialized", c"profiler is not initialized"),
    (7, c"hipErrorProfilerAlreadyStarted", c"profiler already started"),
    (8, c"hipErrorProfilerAlreadyStopped", c"profiler already stopped"),
    (9, c"hipErrorInvalidConfiguration", c"invalid configuration argument"),
    (12, c"hipErrorInvalidPitchValue", c"invalid pitch argument"),
    (13, c"hipErrorInvalidSymbol", c"invalid device symbol"),
    (17, c"hipErrorInvalidDevicePointer", c"invalid device pointer"),
    (21, c"hipErrorInvalidMemcpyDirection", c"invalid copy direction for memcpy"),
    (35, c"hipErrorInsufficientDriver", c"driver version is insufficient for runtime version"),
    (52, c"hipErrorMissingConfiguration", c"__global__ function call is not configured"),
    (53, c"hipErrorPriorLaunchFailure", c"unspecified launch failure in prior launch"),
    (98, c"hipErrorInvalidDeviceFunction", c"invalid device function"),
    (100, c"hipErrorNoDevice", c"no ROCm-capable device is detected"),
    (101, c"hipErrorInvalidDevice", c"invalid device ordinal"),
    (200, c"hipErrorInvalidImage", c"device kernel image is invalid"),
    (201, c"hipErrorInvalidContext", c"invalid device context"),
    (202, c"hipErrorContextAlreadyCurrent", c"context is already current context"),
    (205, c"hipErrorMapFailed", c"mapping of buffer object failed"),
    (206, c"hipErrorUnmapFailed", c"unmapping of buffer object failed"),
    (207, c"hipErrorArrayIsMapped", c"array is mapped"),
    (208, c"hipErrorAlreadyMapped", c"resource already mapped"),
    (209, c"hipErrorNoBinaryForGpu", c"no kernel image is available for execution on the device"),
    (210, c"hipErrorAlreadyAcquired", c"resource already acquired"),
    (211, c"hipErrorNotMapped", c"resource not mapped"),
    (212, c"hipErrorNotMappedAsArray", c"resource not mapped as array"),
    (213, c"hipErrorNotMappedAsPointer", c"resource not mapped as pointer"),
    (214, c"hipErrorECCNotCorrectable", c"uncorrectable ECC error encountered"),
    (215, c"hipErrorUnsupportedLimit", c"limit is not supported on this architecture"),
    (216, c"hipErrorContextAlreadyInUse", c"exclusive-thread device already in use by a different thread"),
    (217, c"hipErrorPeerAccessUnsupported", c"peer access is not supported between these two devices"),
    (218, c"hipErrorInvalidKernelFile", c"invalid kernel file"),
    (219, c"hipErrorInvalidGraphicsContext", c"invalid OpenGL or DirectX context"),
    (300, c"hipErrorInvalidSource", c"device kernel image is invalid"),
    (301, c"hipErrorFileNotFound", c"file not found"),
    (302, c"hipErrorSharedObjectSymbolNotFound", c"shared object symbol not found"),
    (303, c"hipErrorSharedObjectInitFailed", c"shared object initialization failed"),
    (304, c"hipErrorOperatingSystem", c"OS call failed or operation not supported on this OS"),
    (400, c"hipErrorInvalidHandle", c"invalid resource handle"),
    (401, c"hipErrorIllegalState", c"the operation cannot be performed in the present state"),
    (500, c"hipErrorNotFound", c"named symbol not found"),
    (600, c"hipErrorNotReady", c"device not ready"),
    (700, c"hipErrorIllegalAddress", c"an illegal memory access was encountered"),
    (701, c"hipErrorLaunchOutOfResources", c"too many resources requested for launch"),
    (702, c"hipErrorLaunchTimeOut", c"the launch timed out and was terminated"),
    (704, c"hipErrorPeerAccessAlreadyEnabled", c"peer access is already enabled"),
    (705, c"hipErrorPeerAccessNotEnabled", c"peer access has not been enabled"),
    (708, c"hipErrorSetOnActiveProcess", c"cannot set while device is active in this process"),
    (709, c"hipErrorContextIsDestroyed", c"context is destroyed"),
    (710, c"hipErrorAssert", c"device-side assert triggered"),
    (712, c"hipErrorHostMemoryAlreadyRegistered", c"part or all of the requested memory range is already mapped"),
    (713, c"hipErrorHostMemoryNotRegistered", c"pointer does not correspond to a registered memory region"),
    (719, c"hipErrorLaunchFailure", c"unspecified launch failure"),
    (720, c"hipErrorCooperativeLaunchTooLarge", c"too many blocks in cooperative launch"),
    (801, c"hipErrorNotSupported", c"operation not supported"),
    (900, c"hipErrorStreamCaptureUnsupported", c"operation not permitted when stream is capturing"),
    (901, c"hipErrorStreamCaptureInvalidated", c"operation failed due to a previous error during capture"),
    (902, c"hipErrorStreamCaptureMerge", c"operation would result in a merge of separate capture sequences"),
    (903, c"hipErrorStreamCaptureUnmatched", c"capture was not ended in the same stream as it began"),
    (904, c"hipErrorStreamCaptureUnjoined", c"capturing stream has unjoined work"),
    (905, c"hipErrorStreamCaptureIsolation", c"dependency created on uncaptured work in another stream"),
    (906, c"hipErrorStreamCaptureImplicit", c"operation would make the legacy stream depend on a capturing blocking stream"),
    (907, c"hipErrorCapturedEvent", c"operation not permitted on an event last recorded in a capturing stream"),
    (908, c"hipErrorStreamCaptureWrongThread", c"attempt to terminate a thread-local capture sequence from another thread"),
    (910, c"hipErrorGraphExecUpdateFailure", c"the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"),
    (911, c"hipErrorInvalidChannelDescriptor", c"invalid channel descriptor"),
    (912, c"hipErrorInvalidTexture", c"invalid texture"),
    (999, c"hipErrorUnknown", c"unknown error"),
    (1052, c"hipErrorRuntimeMemory", c"runtime memory call returned error"),
    (1053, c"hipErrorRuntimeOther", c"runtime call other than memory returned error"),
];

fn find(code: Code) -> Option<&'static (Code, &'static CStr, &'static CStr)> {
    ALL.iter().find(|(known, ..)| *known == code)
}

fn found(code: Code) -> &'static (Code, &'static CStr, &'static CStr) {
    find(code)
        .or_else(|| find(UNKNOWN))
        .expect("the table has it")
}

/// The name of an error code.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipGetErrorName(error: Code) -> *const c_char {
    found(error).1.as_ptr()
}

/// An error code in words.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipGetErrorString(error: Code) -> *const c_char {
    found(error).2.as_ptr()
}

/// The last error of the thread, which is forgotten by it.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipGetLastError() -> Code {
    take_last()
}

/// The same.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipExtGetLastError() -> Code {
    take_last()
}

/// The last error of the thread.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipPeekAtLastError() -> Code {
    last()
}

/// # Safety
/// The place for the text must be null or writable.
unsafe fn text(
    name: &str,
    code: Code,
    to: *mut *const c_char,
    of: fn(Code) -> *const c_char,
) -> Code {
    if find(code).is_none() || to.is_null() {
        return call(name, || {
            crate::error::fail(INVALID_VALUE, "there is no such error")
        });
    }
    // SAFETY: by the contract.
    unsafe { put(to, of(code)) };
    SUCCESS
}

/// The name of an error code.
///
/// # Safety
/// The place for it must be null or writable.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hipDrvGetErrorName(error: Code, text: *mut *const c_char) -> Code {
    // SAFETY: by the contract.
    unsafe {
        self::text("hipDrvGetErrorName", error, text, |code| {
            hipGetErrorName(code)
        })
    }
}

/// An error code in words.
///
/// # Safety
/// The place for it must be null or writable.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hipDrvGetErrorString(error: Code, text: *mut *const c_char) -> Code {
    // SAFETY: by the contract.
    unsafe {
        self::text("hipDrvGetErrorString", error, text, |code| {
            hipGetErrorString(code)
        })
    }
}

api! {
    fn hipInit(flags: u32) {
        crate::error::ensure(flags == 0, INVALID_VALUE, "there are no flags")
    }

    fn hipProfilerStart() {
        Ok(())
    }

    fn hipProfilerStop() {
        Ok(())
    }
}

/// A name that stays as long as the program.
fn kept(name: &str) -> *const c_char {
    static KEPT: Mutex<BTreeMap<String, CString>> = Mutex::new(BTreeMap::new());
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = all.entry(name.into());
    // What the text points to stays where it is when the map grows.
    let text = entry.or_insert_with(|| CString::new(name.replace('\0', " ")).unwrap_or_default());
    text.as_ptr()
}

/// The name of a kernel; null for what is none.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipKernelNameRef(function: *mut c_void) -> *const c_char {
    let kernel = crate::module::function(function);
    kernel.map_or(std::ptr::null(), |kernel| kept(&kernel.info().name))
}

/// The name of the kernel that a function of the host stands for; null for what is none.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hipKernelNameRefByPtr(
    host: *const c_void,
    _stream: *mut c_void,
) -> *const c_char {
    let kernel = crate::register::kernel(host, crate::device::current());
    kernel.map_or(std::ptr::null(), |kernel| kept(&kernel.info().name))
}
