//! Formats of buffers and images: how the components of an element are stored.

use crate::names::format_name;
use std::sync::LazyLock;

/// How a component's bits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Unorm,
    Snorm,
    Uscaled,
    Sscaled,
    Uint,
    Sint,
    Float,
    /// Three components by the curve of sRGB, the fourth `Unorm`.
    Srgb,
    /// Three mantissas of nine bits, and one exponent of five for all of them.
    SharedExponent,
}

/// The layout of an element: components from the lowest bit on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    widths: [u32; 4],
    /// The lowest bit of each component. None has bits in two words.
    lowest: [u32; 4],
    components: usize,
    number: Number,
}

/// Codes of buffers are the first of these; images have all.
const CODES: u16 = 256;

impl Layout {
    /// The format with this code; nothing if there is none.
    pub fn of(code: u32) -> Option<Layout> {
        static ALL: LazyLock<Vec<Option<Layout>>> =
            LazyLock::new(|| (0..CODES).map(Layout::named).collect());
        ALL.get(code as usize).copied().flatten()
    }

    fn named(code: u16) -> Option<Layout> {
        let name = format_name(code)?;
        let (widths, number) = name.rsplit_once('_')?;
        let number = match number {
            "UNORM" => Number::Unorm,
            "SNORM" => Number::Snorm,
            "USCALED" => Number::Uscaled,
            "SSCALED" => Number::Sscaled,
            "UINT" => Number::Uint,
            "SINT" => Number::Sint,
            "SRGB" => Number::Srgb,
            _ if widths == "5_9_9_9" => Number::SharedExponent,
            _ => Number::Float,
        };
        let mut layout = Layout {
            widths: [0; 4],
            lowest: [0; 4],
            components: 0,
            number,
        };
        let mut bits = 0;
        // Names begin with the highest component.
        for width in widths.rsplit('_') {
            let width = width.parse().ok()?;
            layout.widths[layout.components] = width;
            layout.lowest[layout.components] = bits;
            layout.components += 1;
            bits += width;
        }
        Some(layout)
    }

    /// The bits of each component that there is, the lowest first.
    fn widths(&self) -> &[u32] {
        &self.widths[..self.components]
    }

    /// Components are integers.
    pub fn is_integer(&self) -> bool {
        matches!(self.number, Number::Uint | Number::Sint)
    }

    /// Components are from 0 to 1.
    pub fn is_normalized(&self) -> bool {
        matches!(self.number, Number::Unorm | Number::Srgb)
    }

    /// The same bits without the curve of sRGB, or with it.
    pub fn with_curve(self, curve: bool) -> Layout {
        let number = match self.number {
            Number::Unorm if curve => Number::Srgb,
            Number::Srgb if !curve => Number::Unorm,
            other => other,
        };
        Layout { number, ..self }
    }

    pub fn bytes(&self) -> usize {
        (self.widths().iter().sum::<u32>() / 8) as usize
    }

    /// The number 1 as components are given out.
    pub fn one(&self) -> u32 {
        match self.number {
            Number::Uint | Number::Sint => 1,
            _ => 1f32.to_bits(),
        }
    }

    /// Four components of an element; absent ones are 0, and 1 for the last.
    pub fn read(&self, bytes: &[u8]) -> [u32; 4] {
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks(4)) {
            *word = bytes
                .iter()
                .rev()
                .fold(0, |word, it| word << 8 | u32::from(*it));
        }
        let mut found = Vec::with_capacity(1);
        [0, 1, 2, 3].map(|component| {
            found.clear();
            self.read_all(component, &words[..self.words()], &mut found);
            found[0]
        })
    }

    /// How many words an element takes.
    pub fn words(&self) -> usize {
        self.bytes().div_ceil(4)
    }

    /// One component of many elements, each from so many words on; absent ones are 0, and 1 for the last.
    pub fn read_all(&self, component: usize, elements: &[u32], out: &mut Vec<u32>) {
        use Number::*;
        let all = elements.chunks_exact(self.words());
        let alone = self.number == SharedExponent && component == 3;
        if component >= self.components || alone {
            let absent = if component == 3 { self.one() } else { 0 };
            return out.extend(all.map(|_| absent));
        }
        let number = match self.number {
            Srgb if component == 3 => Unorm,
            number => number,
        };
        let (width, lowest) = (self.widths[component], self.lowest[component]);
        // Each kind of number has a loop of its own.
        match (number, width) {
            (Unorm, 8) => self.read_each(component, elements, out, |raw| decode(Unorm, raw, 8)),
            (Unorm, _) => self.read_each(component, elements, out, |raw| decode(Unorm, raw, width)),
            (Snorm, _) => self.read_each(component, elements, out, |raw| decode(Snorm, raw, width)),
            (Uscaled, _) => {
                self.read_each(component, elements, out, |raw| decode(Uscaled, raw, width));
            }
            (Sscaled, _) => {
                self.read_each(component, elements, out, |raw| decode(Sscaled, raw, width));
            }
            (Float, 32) if self.words() == 1 => out.extend_from_slice(elements),
            (Uint, _) | (Float, 32) => self.read_each(component, elements, out, |raw| raw),
            (Sint, _) => self.read_each(component, elements, out, |raw| decode(Sint, raw, width)),
            (Float, 16) => self.read_each(component, elements, out, |raw| decode(Float, raw, 16)),
            (Float, _) => self.read_each(component, elements, out, |raw| decode(Float, raw, width)),
            (Srgb, 8) => {
                let light = light_of_bytes();
                self.read_each(component, elements, out, |raw| light[raw as usize & 0xff]);
            }
            (Srgb, _) => self.read_each(component, elements, out, |raw| decode(Srgb, raw, width)),
            (SharedExponent, _) => out.extend(all.map(|words| {
                let mantissa = words[0] >> lowest & (u32::MAX >> (32 - width));
                let scale = power((words[0] >> self.lowest[3]) as i32 - 24);
                ((f64::from(mantissa) * scale) as f32).to_bits()
            })),
        }
    }

    /// A component of elements of which `decode` is given the bits.
    #[inline(always)]
    fn read_each(
        &self,
        component: usize,
        elements: &[u32],
        out: &mut Vec<u32>,
        decode: impl Fn(u32) -> u32,
    ) {
        let (width, lowest) = (self.widths[component], self.lowest[component]);
        let (word, shift, mask) = (lowest as usize / 32, lowest % 32, u32::MAX >> (32 - width));
        let component = |word: u32| decode(word >> shift & mask);
        match self.words() {
            1 => out.extend(elements.iter().map(|it| component(*it))),
            each => out.extend(elements.chunks_exact(each).map(|it| component(it[word]))),
        }
    }

    /// The components of a result: each is what its selector names, 0, 1 or one that is stored.
    pub fn select(&self, selectors: [u8; 4], stored: &[u32; 4]) -> [u32; 4] {
        selectors.map(|selector| match selector {
            1 => self.one(),
            4..=7 => stored[usize::from(selector) - 4],
            _ => 0,
        })
    }

    /// The other way round: what is stored by selectors that take it out so.
    pub fn place(&self, selectors: [u8; 4], values: &[u32; 4]) -> [u32; 4] {
        [4, 5, 6, 7].map(|stored| {
            let from = selectors.iter().position(|selector| *selector == stored);
            from.map_or(0, |from| values[from])
        })
    }

    /// The bytes of an element from its components.
    pub fn write(&self, components: &[u32; 4], bytes: &mut [u8]) {
        let element = uop::element_of(&self.element(components));
        bytes.copy_from_slice(&element[..bytes.len()]);
    }

    /// The words of an element from its components; those that it does not have are 0.
    pub fn element(&self, components: &[u32; 4]) -> [u32; 4] {
        let shared;
        let components = match self.number {
            Number::SharedExponent => {
                shared = share_exponent(components);
                &shared
            }
            _ => components,
        };
        let mut element = [0; 4];
        for (i, (&width, &lowest)) in self.widths().iter().zip(&self.lowest).enumerate() {
            let number = match self.number {
                Number::Srgb if i == 3 => Number::Unorm,
                other => other,
            };
            element[lowest as usize / 32] |= encode(number, components[i], width) << (lowest % 32);
        }
        element
    }

    /// A component as 16 bits: half a float, or an integer.
    pub fn narrow(&self, component: u32) -> u32 {
        match self.number {
            Number::Uint | Number::Sint => component & 0xffff,
            _ => narrow(component),
        }
    }

    pub fn widen(&self, half: u32) -> u32 {
        match self.number {
            Number::Uint => half,
            Number::Sint => half as i16 as u32,
            _ => widen(half).to_bits(),
        }
    }
}

/// A float as half of one.
pub(crate) fn narrow(float: u32) -> u32 {
    op::convert::cvt_f16_f32(f32::from_bits(float)).0.into()
}

/// The number that 16 bits are.
#[inline(always)]
pub(crate) fn widen(half: u32) -> f32 {
    op::convert::cvt_f32_f16(op::F16(half as u16))
}

/// A component from its bits, of which there are so many.
#[inline(always)]
fn decode(number: Number, raw: u32, width: u32) -> u32 {
    let signed = ((raw << (32 - width)) as i32) >> (32 - width);
    let most = ((1u64 << width) - 1) as u32;
    let most_signed = ((1u32 << (width - 1)) - 1) as i32;
    match number {
        // At most 16 bits, so that both are exact and the quotient is rounded once.
        Number::Unorm => (raw as i32 as f32 / most as f32).to_bits(),
        Number::Snorm => (signed as f32 / most_signed as f32).max(-1.0).to_bits(),
        Number::Uscaled => (raw as f32).to_bits(),
        Number::Sscaled => (signed as f32).to_bits(),
        Number::Uint | Number::SharedExponent => raw,
        Number::Sint => signed as u32,
        Number::Srgb => (from_srgb(f64::from(raw) / f64::from(most)) as f32).to_bits(),
        Number::Float => match width {
            32 => raw,
            16 => widen(raw).to_bits(),
            // Five exponent bits and no sign: a half without its low bits.
            _ => widen(raw << (15 - width)).to_bits(),
        },
    }
}

/// The bits of a component, of which there are so many.
fn encode(number: Number, component: u32, width: u32) -> u32 {
    let value = f64::from(f32::from_bits(component));
    let most = ((1u64 << width) - 1) as u32;
    let most_signed = (1i64 << (width - 1)) - 1;
    let to_signed = |value: f64, least: i64| {
        (value.round_ties_even() as i64).clamp(least, most_signed) as u32 & most
    };
    match number {
        Number::Unorm => (value.clamp(0.0, 1.0) * f64::from(most)).round_ties_even() as u32,
        Number::Snorm => to_signed(value.clamp(-1.0, 1.0) * most_signed as f64, -most_signed),
        Number::Uscaled => (value as u64).min(most.into()) as u32,
        Number::Sscaled => to_signed(value.trunc(), -most_signed - 1),
        Number::Srgb => (to_srgb(value.clamp(0.0, 1.0)) * f64::from(most)).round_ties_even() as u32,
        Number::Uint | Number::SharedExponent => component.min(most),
        Number::Sint => {
            i64::from(component as i32).clamp(-most_signed - 1, most_signed) as u32 & most
        }
        Number::Float => match width {
            32 => component,
            16 => narrow(component),
            _ => {
                let half = narrow(component);
                let positive = if half >> 15 != 0 { 0 } else { half };
                positive >> (15 - width)
            }
        },
    }
}

/// The curve of sRGB, from what is stored to light.
fn from_srgb(stored: f64) -> f64 {
    match stored <= 0.04045 {
        true => stored / 12.92,
        false => libm::pow((stored + 0.055) / 1.055, 2.4),
    }
}

/// What each byte stands for by the curve of sRGB.
fn light_of_bytes() -> &'static [u32; 256] {
    static ALL: LazyLock<[u32; 256]> =
        LazyLock::new(|| std::array::from_fn(|raw| decode(Number::Srgb, raw as u32, 8)));
    &ALL
}

fn to_srgb(light: f64) -> f64 {
    match light <= 0.003_130_8 {
        true => light * 12.92,
        false => 1.055 * libm::pow(light, 1.0 / 2.4) - 0.055,
    }
}

/// Mantissas and the exponent of three floats, as OpenGL's specification has it.
fn share_exponent(components: &[u32; 4]) -> [u32; 4] {
    const MOST: f64 = 65408.0;
    let value = |i: usize| {
        let value = f64::from(f32::from_bits(components[i]));
        if value > 0.0 { value.min(MOST) } else { 0.0 }
    };
    let values = [value(0), value(1), value(2)];
    let most = values[0].max(values[1]).max(values[2]);
    // The exponent of the greatest: it is not less than 2^-16 as far as exponents reach.
    let mut exponent = (-15..=16).find(|e| most < power(*e)).unwrap_or(16);
    let mantissa = |value: f64, exponent: i32| (value / power(exponent - 9) + 0.5).floor() as u32;
    if mantissa(most, exponent) == 512 {
        exponent += 1;
    }
    let [r, g, b] = values.map(|value| mantissa(value, exponent));
    [r, g, b, (exponent + 15) as u32]
}

/// Two to the power of a number that is not out of the ordinary.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_one_are_rounded_once() {
        for width in 1..=16 {
            let most = f64::from((1u32 << width) - 1);
            for raw in 0..1u32 << width {
                let expected = (f64::from(raw) / most) as f32;
                assert_eq!(decode(Number::Unorm, raw, width), expected.to_bits());
            }
        }
        for width in 2..=16 {
            let most = (1 << (width - 1)) - 1;
            for signed in -most - 1..=most {
                let expected = (f64::from(signed) / f64::from(most)).max(-1.0) as f32;
                let raw = signed as u32 & (u32::MAX >> (32 - width));
                assert_eq!(decode(Number::Snorm, raw, width), expected.to_bits());
            }
        }
    }

    #[test]
    fn no_component_is_in_two_words() {
        for layout in (0..CODES).filter_map(Layout::named) {
            for (lowest, width) in layout.lowest.iter().zip(layout.widths()) {
                assert!(lowest % 32 + width <= 32, "{layout:?}");
            }
        }
    }
}
