//! Samplers: how images are looked up.

use crate::context::{Context, NO_IMAGES};
use crate::error::{Outcome, api, api_create, ensure, fail};
use crate::info::query;
use crate::object::{self, Kind, Object, get};
use crate::pointer::properties;
use opencl_sys::*;
use std::ffi::c_void;
use std::sync::Arc;
use wavetank::amd_host::image;

/// A sampler.
pub(crate) struct Sampler {
    context: Arc<Object<Context>>,
    normalized: cl_bool,
    addressing: cl_addressing_mode,
    filter: cl_filter_mode,
    listed: Vec<cl_sampler_properties>,
    /// Of its descriptor in device memory, which is the same for all devices.
    pub address: u64,
}

impl Kind for Sampler {
    const INVALID: cl_int = CL_INVALID_SAMPLER;
    const NAME: &'static str = "sampler";

    fn end(&mut self, _: *mut c_void) {
        let freed = self.context.devices[0].amd.free(self.address);
        debug_assert!(freed.is_ok(), "a sampler is allocated until here");
    }
}

fn new(
    context: Arc<Object<Context>>,
    normalized: cl_bool,
    addressing: cl_addressing_mode,
    filter: cl_filter_mode,
    listed: Vec<cl_sampler_properties>,
) -> Outcome<cl_sampler> {
    ensure(context.has_images(), CL_INVALID_OPERATION, NO_IMAGES)?;
    let code = CL_INVALID_VALUE;
    let edge = match addressing {
        CL_ADDRESS_NONE | CL_ADDRESS_CLAMP_TO_EDGE => image::Edge::Clamp,
        CL_ADDRESS_CLAMP => image::Edge::Border,
        CL_ADDRESS_REPEAT => image::Edge::Wrap,
        CL_ADDRESS_MIRRORED_REPEAT => image::Edge::Mirror,
        _ => return fail(code, "there is no such addressing mode"),
    };
    let known = matches!(filter, CL_FILTER_NEAREST | CL_FILTER_LINEAR) && normalized <= 1;
    ensure(known, code, "there is no such filter")?;
    let linear = filter == CL_FILTER_LINEAR;
    let sampler = image::Sampler {
        edges: [edge; 3],
        unnormalized: normalized == CL_FALSE,
        magnify_linear: linear,
        minify_linear: linear,
        ..image::Sampler::NEAREST
    };
    let amd = &context.devices[0].amd;
    // Without levels, the words are the same for all generations.
    let words = sampler.words(amd.target());
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let made = amd.allocate("sampler", bytes.len() as u64);
    let made = made.and_then(|made| amd.write(made.address, &bytes).map(|()| made));
    let made = made.or_else(|error| fail(CL_OUT_OF_RESOURCES, error.to_string()))?;
    let sampler = Object::new(Sampler {
        address: made.address,
        context,
        normalized,
        addressing,
        filter,
        listed,
    });
    Ok(sampler.handle())
}

api_create! {
    fn clCreateSampler(
        context: cl_context, normalized_coords: cl_bool, addressing_mode: cl_addressing_mode, filter_mode: cl_filter_mode,
    ) {
        new(get::<Context>(context)?, normalized_coords, addressing_mode, filter_mode, Vec::new())
    }

    fn clCreateSamplerWithProperties(context: cl_context, list: *const cl_sampler_properties) {
        let context = get::<Context>(context)?;
        let (pairs, listed) = properties(list);
        let (mut normalized, mut addressing, mut filter) = (CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
        let mut seen = Vec::new();
        for (name, value) in pairs {
            ensure(!seen.contains(&name), CL_INVALID_VALUE, "a property is there twice")?;
            seen.push(name);
            let value = u32::try_from(value).unwrap_or(u32::MAX);
            match u32::try_from(name).unwrap_or(0) {
                CL_SAMPLER_NORMALIZED_COORDS => normalized = value,
                CL_SAMPLER_ADDRESSING_MODE => addressing = value,
                CL_SAMPLER_FILTER_MODE => filter = value,
                _ => return fail(CL_INVALID_VALUE, "samplers have no such property"),
            }
        }
        new(context, normalized, addressing, filter, listed)
    }
}

api! {
    fn clRetainSampler(sampler: cl_sampler) {
        object::retain::<Sampler>(sampler)
    }

    fn clReleaseSampler(sampler: cl_sampler) {
        object::release::<Sampler>(sampler)
    }

    fn clGetSamplerInfo(sampler: cl_sampler, param_name: cl_sampler_info, param_value_size: usize, param_value: *mut c_void, param_value_size_ret: *mut usize) {
        let sampler = get::<Sampler>(sampler)?;
        let query = query!(param_value_size, param_value, param_value_size_ret);
        match param_name {
            CL_SAMPLER_REFERENCE_COUNT => query.put(sampler.count()),
            CL_SAMPLER_CONTEXT => query.put(sampler.context.handle()),
            CL_SAMPLER_NORMALIZED_COORDS => query.put(sampler.normalized),
            CL_SAMPLER_ADDRESSING_MODE => query.put(sampler.addressing),
            CL_SAMPLER_FILTER_MODE => query.put(sampler.filter),
            CL_SAMPLER_PROPERTIES => query.slice(&sampler.listed),
            other => query.unknown(other),
        }
    }
}
