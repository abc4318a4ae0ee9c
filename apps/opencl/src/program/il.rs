//! Programs in SPIR-V, where a translator is installed.

use super::{Build, Origin, Program};
use crate::context::Context;
use crate::error::{api, api_create, ensure, fail};
use crate::object::get;
use crate::pointer::slice;
use compile::{NotSpecialized, SpirV, translator};
use opencl_sys::*;
use std::ffi::c_void;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Versions of SPIR-V that devices take.
pub(crate) const VERSIONS: [(u32, u32); 3] = [(1, 0), (1, 1), (1, 2)];

const NONE: &str = "no device takes an intermediate language: a translator of SPIR-V (llvm-spirv) is not installed";

/// Whether devices take SPIR-V: what they say of themselves does not change while a process runs.
pub(crate) fn available() -> bool {
    static FOUND: LazyLock<bool> = LazyLock::new(|| translator().is_some());
    *FOUND
}

/// A module as it was given, and with the constants that the host gave values.
pub(crate) struct Il {
    given: Vec<u8>,
    specialized: Mutex<SpirV>,
}

impl Il {
    /// As it was given.
    pub fn bytes(&self) -> &[u8] {
        &self.given
    }

    /// What is to be built.
    pub fn specialized(&self) -> SpirV {
        let module = self.specialized.lock();
        module.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

api_create! {
    fn clCreateProgramWithIL(context: cl_context, il: *const c_void, length: usize) {
        let context = get::<Context>(context)?;
        ensure(!il.is_null() && length > 0, CL_INVALID_VALUE, "there is no code")?;
        ensure(available(), CL_INVALID_OPERATION, NONE)?;
        let given = slice(il.cast::<u8>(), length).to_vec();
        let specialized = match SpirV::parse(&given) {
            Ok(module) => Mutex::new(module),
            Err(why) => return fail(CL_INVALID_VALUE, why),
        };
        let devices = context.devices.clone();
        let builds = vec![Build::default(); devices.len()];
        let origin = Origin::Il(Il { given, specialized });
        Ok(Program::new(context, devices, origin, builds).handle())
    }
}

api! {
    fn clSetProgramSpecializationConstant(program: cl_program, spec_id: cl_uint, spec_size: usize, spec_value: *const c_void) {
        let program = get::<Program>(program)?;
        ensure(available(), CL_INVALID_OPERATION, NONE)?;
        let Origin::Il(il) = &program.origin else {
            return fail(CL_INVALID_PROGRAM, "the program was not made from an intermediate language");
        };
        ensure(!spec_value.is_null() && spec_size > 0, CL_INVALID_VALUE, "there is no value")?;
        // No scalar is longer, and what is not one is not read.
        ensure(spec_size <= 8, CL_INVALID_VALUE, "no constant has so many bytes")?;
        let value = slice(spec_value.cast::<u8>(), spec_size);
        let mut module = il.specialized.lock().unwrap_or_else(PoisonError::into_inner);
        match module.specialize(spec_id, value) {
            Ok(()) => Ok(()),
            Err(NotSpecialized::UnknownId) => fail(CL_INVALID_SPEC_ID, format!("no constant has the number {spec_id}")),
            Err(NotSpecialized::Size(bytes)) => fail(CL_INVALID_VALUE, format!("the constant has {bytes} bytes, not {spec_size}")),
        }
    }
}
