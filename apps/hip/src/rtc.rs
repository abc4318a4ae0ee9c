//! Programs that are compiled while a program runs, by the compiler that compiles files.

use crate::device;
use crate::error::{Code, SUCCESS};
use crate::pointer::{handle, number};
use compile::{HipSource, Refused, compile_hip};
use host::Handles;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wavetank::amd_host::names_at;

const INVALID_INPUT: Code = 3;
const INVALID_PROGRAM: Code = 4;
const COMPILATION: Code = 6;
const NO_NAMES_AFTER: Code = 8;
const NO_NAMES_BEFORE: Code = 9;
const NAME_NOT_VALID: Code = 10;
const INTERNAL: Code = 11;

/// A program.
struct Program {
    text: String,
    headers: Vec<(String, String)>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Expressions whose names on the device are asked for.
    expressions: Vec<String>,
    /// Their names, each with the zero that ends it.
    lowered: Vec<Vec<u8>>,
    /// What the compiler said.
    log: String,
    code: Option<Vec<u8>>,
}

static PROGRAMS: Handles<Program> = Handles::new();

impl Program {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The variable that holds the address of what an expression means.
fn variable(number: usize) -> String {
    format!("__wavetank_name_{number}")
}

/// # Safety
/// The pointer must be null or point to a text that ends.
unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: by the contract.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into())
}

fn get(program: *mut c_void) -> Result<Arc<Program>, Code> {
    PROGRAMS.get(number(program)).ok_or(INVALID_PROGRAM)
}

fn call(body: impl FnOnce() -> Result<(), Code>) -> Code {
    let ended = catch_unwind(AssertUnwindSafe(body));
    match ended {
        Ok(Ok(())) => SUCCESS,
        Ok(Err(code)) => code,
        Err(_) => INTERNAL,
    }
}

fn compile(program: &Program, options: Vec<String>) -> Result<(), Code> {
    let (architectures, options): (Vec<String>, Vec<String>) =
        options.into_iter().partition(|option| {
            option.starts_with("--offload-arch=") || option.starts_with("--gpu-architecture=")
        });
    let named = architectures
        .last()
        .and_then(|option| option.split('=').nth(1));
    let named = named.filter(|named| !named.is_empty());
    let own = || device::own().map(|device| device.chip().name.to_string());
    let processor = match named {
        Some(named) => named.split(':').next().unwrap_or(named).to_string(),
        None => own().map_err(|_| INTERNAL)?,
    };
    let mut state = program.state();
    let mut whole = program.text.clone();
    for (number, expression) in state.expressions.iter().enumerate() {
        let name = variable(number);
        whole += &format!(
            "\nextern \"C\" __device__ __attribute__((used)) void *{name} = (void *)({expression});\n"
        );
    }
    let source = HipSource {
        text: &whole,
        headers: &program.headers,
        options: &options,
    };
    state.code = None;
    state.lowered.clear();
    match compile_hip(&source, &processor) {
        Ok(compiled) => {
            let names: Vec<String> = (0..state.expressions.len()).map(variable).collect();
            let found = names_at(&compiled.bytes, &names);
            for name in found {
                let mut name = name.unwrap_or_default().into_bytes();
                name.push(0);
                state.lowered.push(name);
            }
            state.log = compiled.log;
            state.code = Some(compiled.bytes);
            Ok(())
        }
        Err(Refused::Source(said) | Refused::Unavailable(said)) => {
            state.log = said;
            Err(COMPILATION)
        }
    }
}

/// Functions that return a code of the compiler's own.
macro_rules! rtc {
    ($(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {$(
        #[allow(non_snake_case, missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> Code {
            // SAFETY: what the documentation demands of the caller.
            call(|| unsafe { $body })
        }
    )*};
}

rtc! {
    fn hiprtcVersion(major: *mut c_int, minor: *mut c_int) {
        if major.is_null() || minor.is_null() {
            return Err(INVALID_INPUT);
        }
        major.write(9);
        minor.write(0);
        Ok(())
    }

    fn hiprtcCreateProgram(
        program: *mut *mut c_void, source: *const c_char, _name: *const c_char, count: c_int,
        headers: *const *const c_char, names: *const *const c_char,
    ) {
        let source = text(source).ok_or(INVALID_INPUT)?;
        let mut included = Vec::new();
        for i in 0..count.max(0) as usize {
            if headers.is_null() || names.is_null() {
                return Err(INVALID_INPUT);
            }
            let name = text(names.add(i).read()).ok_or(INVALID_INPUT)?;
            included.push((name, text(headers.add(i).read()).ok_or(INVALID_INPUT)?));
        }
        if program.is_null() {
            return Err(INVALID_INPUT);
        }
        program.write(handle(PROGRAMS.insert(Program {
            text: source,
            headers: included,
            state: Mutex::default(),
        })));
        Ok(())
    }

    fn hiprtcDestroyProgram(program: *mut *mut c_void) {
        if program.is_null() {
            return Err(INVALID_INPUT);
        }
        let gone = PROGRAMS.remove(number(program.read()));
        program.write(std::ptr::null_mut());
        gone.map(|_| ()).ok_or(INVALID_PROGRAM)
    }

    fn hiprtcCompileProgram(program: *mut c_void, count: c_int, options: *const *const c_char) {
        let program = get(program)?;
        let mut all = Vec::new();
        for i in 0..count.max(0) as usize {
            if options.is_null() {
                return Err(INVALID_INPUT);
            }
            all.push(text(options.add(i).read()).ok_or(INVALID_INPUT)?);
        }
        compile(&program, all)
    }

    fn hiprtcAddNameExpression(program: *mut c_void, expression: *const c_char) {
        let program = get(program)?;
        let mut state = program.state();
        if state.code.is_some() {
            return Err(NO_NAMES_AFTER);
        }
        state.expressions.push(text(expression).ok_or(INVALID_INPUT)?);
        Ok(())
    }

    fn hiprtcGetLoweredName(program: *mut c_void, expression: *const c_char, lowered: *mut *const c_char) {
        let program = get(program)?;
        let expression = text(expression).ok_or(INVALID_INPUT)?;
        let state = program.state();
        if state.code.is_none() {
            return Err(NO_NAMES_BEFORE);
        }
        let at = state.expressions.iter().position(|known| *known == expression);
        let name = at.and_then(|at| state.lowered.get(at)).filter(|name| name.len() > 1);
        let name = name.ok_or(NAME_NOT_VALID)?;
        if lowered.is_null() {
            return Err(INVALID_INPUT);
        }
        // It stays until the program is compiled again or destroyed.
        lowered.write(name.as_ptr().cast());
        Ok(())
    }

    fn hiprtcGetProgramLogSize(program: *mut c_void, size: *mut usize) {
        let program = get(program)?;
        if size.is_null() {
            return Err(INVALID_INPUT);
        }
        size.write(program.state().log.len() + 1);
        Ok(())
    }

    fn hiprtcGetProgramLog(program: *mut c_void, log: *mut c_char) {
        let program = get(program)?;
        if log.is_null() {
            return Err(INVALID_INPUT);
        }
        let state = program.state();
        std::ptr::copy_nonoverlapping(state.log.as_ptr().cast(), log, state.log.len());
        log.add(state.log.len()).write(0);
        Ok(())
    }

    fn hiprtcGetCodeSize(program: *mut c_void, size: *mut usize) {
        let program = get(program)?;
        let state = program.state();
        let code = state.code.as_ref().ok_or(INVALID_PROGRAM)?;
        if size.is_null() {
            return Err(INVALID_INPUT);
        }
        size.write(code.len());
        Ok(())
    }

    fn hiprtcGetCode(program: *mut c_void, to: *mut c_char) {
        let program = get(program)?;
        let state = program.state();
        let code = state.code.as_ref().ok_or(INVALID_PROGRAM)?;
        if to.is_null() {
            return Err(INVALID_INPUT);
        }
        std::ptr::copy_nonoverlapping(code.as_ptr().cast(), to, code.len());
        Ok(())
    }
}

/// A code of the compiler in words.
#[allow(non_snake_case)]
#[unsafe(no_mangle)]
pub extern "C" fn hiprtcGetErrorString(code: Code) -> *const c_char {
    let text: &CStr = match code {
        SUCCESS => c"HIPRTC_SUCCESS",
        1 => c"HIPRTC_ERROR_OUT_OF_MEMORY",
        2 => c"HIPRTC_ERROR_PROGRAM_CREATION_FAILURE",
        INVALID_INPUT => c"HIPRTC_ERROR_INVALID_INPUT",
        INVALID_PROGRAM => c"HIPRTC_ERROR_INVALID_PROGRAM",
        5 => c"HIPRTC_ERROR_INVALID_OPTION",
        COMPILATION => c"HIPRTC_ERROR_COMPILATION",
        7 => c"HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE",
        NO_NAMES_AFTER => c"HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
        NO_NAMES_BEFORE => c"HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
        NAME_NOT_VALID => c"HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
        100 => c"HIPRTC_ERROR_LINKING",
        _ => c"HIPRTC_ERROR_INTERNAL_ERROR",
    };
    text.as_ptr()
}
