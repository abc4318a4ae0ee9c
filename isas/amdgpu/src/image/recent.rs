//! What an image unit keeps from one instruction to the next: what descriptors say, and room for texels. Each thread
//! has one of its own.

use super::descriptor::Sampler;
use super::filter::Texels;
use super::sample::Sampling;
use super::surface::Surface;
use super::taps::Asked;
use crate::target::Target;
use std::cell::RefCell;
use std::rc::Rc;
use uop::Trap;

/// Kernels look at few images at a time.
const KEPT: usize = 8;

/// What was made of the last few keys.
struct Recent<K, V>(Vec<(K, Rc<V>)>);

impl<K: PartialEq, V> Recent<K, V> {
    /// What a key stands for; what is nothing is not kept.
    fn get(
        &mut self,
        key: K,
        make: impl FnOnce() -> Result<Option<V>, Trap>,
    ) -> Result<Option<Rc<V>>, Trap> {
        if let Some((_, known)) = self.0.iter().find(|(known, _)| *known == key) {
            return Ok(Some(known.clone()));
        }
        let Some(new) = make()?.map(Rc::new) else {
            return Ok(None);
        };
        if self.0.len() == KEPT {
            self.0.remove(0);
        }
        self.0.push((key, new.clone()));
        Ok(Some(new))
    }
}

/// The words of a sampler, and whether coordinates count texels whatever they say.
type SamplerKey = ([u32; 4], bool);

pub(crate) struct Unit {
    surfaces: Recent<(Target, [u32; 8]), Surface>,
    samplings: Recent<(Target, [u32; 8], SamplerKey), Sampling>,
    pub asked: Asked,
    pub texels: Texels,
}

thread_local! {
    static UNIT: RefCell<Unit> = RefCell::new(Unit {
        surfaces: Recent(Vec::new()),
        samplings: Recent(Vec::new()),
        asked: Asked::new(),
        texels: Texels::default(),
    });
}

impl Unit {
    /// Does something with this thread's unit, which has been asked for nothing.
    pub fn with<R>(f: impl FnOnce(&mut Unit) -> R) -> R {
        UNIT.with_borrow_mut(|unit| {
            unit.asked.clear();
            f(unit)
        })
    }

    /// The image that a descriptor describes: see [`Surface::of`].
    pub fn surface(
        &mut self,
        target: Target,
        words: [u32; 8],
    ) -> Result<Option<Rc<Surface>>, Trap> {
        let make = || Surface::of(&words, target);
        self.surfaces.get((target, words), make)
    }

    /// The same with the sampler of another descriptor.
    pub fn sampling(
        &mut self,
        target: Target,
        words: [u32; 8],
        sampler: SamplerKey,
    ) -> Result<Option<Rc<Sampling>>, Trap> {
        let make = || {
            let Some(surface) = Surface::of(&words, target)? else {
                return Ok(None);
            };
            let (words, unnormalized) = sampler;
            let sampler = Sampler::read(&words, target);
            Sampling::new(surface, sampler, unnormalized).map(Some)
        };
        self.samplings.get((target, words, sampler), make)
    }
}
