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
    /// The lowest bit of each component. None has bits on both sides of bit 64.
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
        let mut element = [0; 16];
        element[..bytes.len()].copy_from_slice(bytes);
        let mut components = [[0; 4]];
        self.read_all(&[u128::from_le_bytes(element)], &mut components);
        components[0]
    }

    /// The same of many elements, whose first byte is the lowest.
    pub fn read_all(&self, elements: &[u128], out: &mut [[u32; 4]]) {
        use Number::*;
        // Each kind of number has a loop of its own.
        match self.number {
            Unorm => self.read_each(elements, out, |raw, width, _| decode(Unorm, raw, width)),
            Snorm => self.read_each(elements, out, |raw, width, _| decode(Snorm, raw, width)),
            Uscaled => self.read_each(elements, out, |raw, width, _| decode(Uscaled, raw, width)),
            Sscaled => self.read_each(elements, out, |raw, width, _| decode(Sscaled, raw, width)),
            Uint => self.read_each(elements, out, |raw, _, _| raw),
            Sint => self.read_each(elements, out, |raw, width, _| decode(Sint, raw, width)),
            Float => self.read_each(elements, out, |raw, width, _| decode(Float, raw, width)),
            Srgb => self.read_each(elements, out, |raw, width, component| match component {
                3 => decode(Unorm, raw, width),
                _ if width == 8 => light_of_bytes()[raw as usize & 0xff],
                _ => decode(Srgb, raw, width),
            }),
            SharedExponent => {
                self.read_each(elements, out, |raw, _, _| raw);
                for all in out {
                    let scale = power(all[3] as i32 - 24);
                    let scaled = |mantissa: u32| ((f64::from(mantissa) * scale) as f32).to_bits();
                    *all = [scaled(all[0]), scaled(all[1]), scaled(all[2]), self.one()];
                }
            }
        }
    }

    /// Elements of which `decode` is given bits, how many there are, and the number of the component.
    #[inline(always)]
    fn read_each(
        &self,
        elements: &[u128],
        out: &mut [[u32; 4]],
        decode: impl Fn(u32, u32, usize) -> u32,
    ) {
        let one = self.one();
        for (element, out) in elements.iter().zip(out) {
            let halves = [*element as u64, (*element >> 64) as u64];
            let mut all = [0, 0, 0, one];
            for (component, (&width, &lowest)) in self.widths().iter().zip(&self.lowest).enumerate()
            {
                let raw = (halves[(lowest as usize / 64) & 1] >> (lowest % 64)) as u32;
                all[component] = decode(raw & (u32::MAX >> (32 - width)), width, component);
            }
            *out = all;
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
        let element = self.element(components).to_le_bytes();
        bytes.copy_from_slice(&element[..bytes.len()]);
    }

    /// An element from its components; its first byte is the lowest.
    pub fn element(&self, components: &[u32; 4]) -> u128 {
        let shared;
        let components = match self.number {
            Number::SharedExponent => {
                shared = share_exponent(components);
                &shared
            }
            _ => components,
        };
        let mut element = 0;
        for (i, (&width, &lowest)) in self.widths().iter().zip(&self.lowest).enumerate() {
            let number = match self.number {
                Number::Srgb if i == 3 => Number::Unorm,
                other => other,
            };
            element |= u128::from(encode(number, components[i], width)) << lowest;
        }
        element
    }

    /// A component as 16 bits: half a float, or an integer.
    pub fn narrow(&self, component: u32) -> u32 {
        match self.number {
            Number::Uint | Number::Sint => component & 0xffff,
            _ => op::Op::CvtF16F32.eval([component.into(), 0, 0]) as u32,
        }
    }

    pub fn widen(&self, half: u32) -> u32 {
        match self.number {
            Number::Uint => half,
            Number::Sint => half as i16 as u32,
            _ => op::Op::CvtF32F16.eval([half.into(), 0, 0]) as u32,
        }
    }
}

/// A component from its bits, of which there are so many.
#[inline(always)]
fn decode(number: Number, raw: u32, width: u32) -> u32 {
    let signed = ((raw << (32 - width)) as i32) >> (32 - width);
    let most = f64::from(((1u64 << width) - 1) as u32);
    let most_signed = f64::from((1u32 << (width - 1)) - 1);
    match number {
        Number::Unorm => ((f64::from(raw) / most) as f32).to_bits(),
        Number::Snorm => ((f64::from(signed) / most_signed).max(-1.0) as f32).to_bits(),
        Number::Uscaled => (raw as f32).to_bits(),
        Number::Sscaled => (signed as f32).to_bits(),
        Number::Uint | Number::SharedExponent => raw,
        Number::Sint => signed as u32,
        Number::Srgb => (from_srgb(f64::from(raw) / most) as f32).to_bits(),
        Number::Float => match width {
            32 => raw,
            16 => op::Op::CvtF32F16.eval([raw.into(), 0, 0]) as u32,
            // Five exponent bits and no sign: a half without its low bits.
            _ => op::Op::CvtF32F16.eval([u64::from(raw) << (15 - width), 0, 0]) as u32,
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
            16 => op::Op::CvtF16F32.eval([component.into(), 0, 0]) as u32,
            _ => {
                let half = op::Op::CvtF16F32.eval([component.into(), 0, 0]) as u32;
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
