//! Typed buffers: how the components of an element are stored.

use crate::names::buffer_format_name;

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
}

/// The layout of an element: components from the lowest bit on.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    widths: Vec<u32>,
    number: Number,
}

impl Layout {
    /// The format with this code; nothing if there is none.
    pub fn of(code: u32) -> Option<Layout> {
        let name = buffer_format_name(u16::try_from(code).ok()?)?;
        let (widths, number) = name.rsplit_once('_')?;
        let number = match number {
            "UNORM" => Number::Unorm,
            "SNORM" => Number::Snorm,
            "USCALED" => Number::Uscaled,
            "SSCALED" => Number::Sscaled,
            "UINT" => Number::Uint,
            "SINT" => Number::Sint,
            _ => Number::Float,
        };
        // Names begin with the highest component.
        let widths: Option<Vec<u32>> = widths.rsplit('_').map(|width| width.parse().ok()).collect();
        Some(Layout {
            widths: widths?,
            number,
        })
    }

    pub fn bytes(&self) -> usize {
        (self.widths.iter().sum::<u32>() / 8) as usize
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
        let mut all = [0, 0, 0, self.one()];
        let mut at = 0;
        for (component, &width) in all.iter_mut().zip(&self.widths) {
            *component = self.decode(bits(bytes, at, width), width);
            at += width;
        }
        all
    }

    /// The bytes of an element from its components.
    pub fn write(&self, components: &[u32; 4], bytes: &mut [u8]) {
        let mut at = 0;
        for (&component, &width) in components.iter().zip(&self.widths) {
            let value = self.encode(component, width);
            for bit in 0..width {
                if value >> bit & 1 != 0 {
                    let position = at + bit;
                    bytes[(position / 8) as usize] |= 1 << (position % 8);
                }
            }
            at += width;
        }
    }

    fn decode(&self, raw: u32, width: u32) -> u32 {
        let signed = ((raw << (32 - width)) as i32) >> (32 - width);
        let most = f64::from(((1u64 << width) - 1) as u32);
        let most_signed = f64::from((1u32 << (width - 1)) - 1);
        match self.number {
            Number::Unorm => ((f64::from(raw) / most) as f32).to_bits(),
            Number::Snorm => ((f64::from(signed) / most_signed).max(-1.0) as f32).to_bits(),
            Number::Uscaled => (raw as f32).to_bits(),
            Number::Sscaled => (signed as f32).to_bits(),
            Number::Uint => raw,
            Number::Sint => signed as u32,
            Number::Float => match width {
                32 => raw,
                16 => op::Op::CvtF32F16.eval([raw.into(), 0, 0]) as u32,
                // Five exponent bits and no sign: a half without its low bits.
                _ => op::Op::CvtF32F16.eval([u64::from(raw) << (15 - width), 0, 0]) as u32,
            },
        }
    }

    fn encode(&self, component: u32, width: u32) -> u32 {
        let value = f64::from(f32::from_bits(component));
        let most = ((1u64 << width) - 1) as u32;
        let most_signed = (1i64 << (width - 1)) - 1;
        let to_signed = |value: f64, least: i64| {
            (value.round_ties_even() as i64).clamp(least, most_signed) as u32 & most
        };
        match self.number {
            Number::Unorm => (value.clamp(0.0, 1.0) * f64::from(most)).round_ties_even() as u32,
            Number::Snorm => to_signed(value.clamp(-1.0, 1.0) * most_signed as f64, -most_signed),
            Number::Uscaled => (value as u64).min(most.into()) as u32,
            Number::Sscaled => to_signed(value.trunc(), -most_signed - 1),
            Number::Uint => component.min(most),
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

fn bits(bytes: &[u8], at: u32, width: u32) -> u32 {
    (0..width).fold(0, |value, bit| {
        let position = at + bit;
        let set = bytes[(position / 8) as usize] >> (position % 8) & 1;
        value | u32::from(set) << bit
    })
}
