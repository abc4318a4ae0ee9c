//! Types of OpenCL C.

/// What the components of a value are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Signed(u32),
    Unsigned(u32),
    Float(u32),
}

pub const BASES: [Base; 11] = [
    Base::Signed(8),
    Base::Unsigned(8),
    Base::Signed(16),
    Base::Unsigned(16),
    Base::Signed(32),
    Base::Unsigned(32),
    Base::Signed(64),
    Base::Unsigned(64),
    Base::Float(16),
    Base::Float(32),
    Base::Float(64),
];
pub const WIDTHS: [u32; 5] = [1, 2, 3, 4, 8];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    pub base: Base,
    /// Components; 1 is a scalar.
    pub width: u32,
}

pub const INT: Ty = Ty::scalar(Base::Signed(32));
pub const UINT: Ty = Ty::scalar(Base::Unsigned(32));
pub const ULONG: Ty = Ty::scalar(Base::Unsigned(64));

impl Base {
    pub fn bits(self) -> u32 {
        let (Base::Signed(bits) | Base::Unsigned(bits) | Base::Float(bits)) = self;
        bits
    }

    pub fn is_float(self) -> bool {
        matches!(self, Base::Float(_))
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Base::Signed(_))
    }

    pub fn unsigned(self) -> Base {
        Base::Unsigned(self.bits())
    }

    pub fn name(self) -> &'static str {
        match self {
            Base::Signed(8) => "char",
            Base::Unsigned(8) => "uchar",
            Base::Signed(16) => "short",
            Base::Unsigned(16) => "ushort",
            Base::Signed(32) => "int",
            Base::Unsigned(32) => "uint",
            Base::Signed(_) => "long",
            Base::Unsigned(_) => "ulong",
            Base::Float(16) => "half",
            Base::Float(32) => "float",
            Base::Float(_) => "double",
        }
    }
}

impl Ty {
    pub const fn scalar(base: Base) -> Ty {
        Ty { base, width: 1 }
    }

    pub fn is_scalar(self) -> bool {
        self.width == 1
    }

    pub fn with(self, base: Base) -> Ty {
        Ty { base, ..self }
    }

    /// The unsigned type of the same size.
    pub fn unsigned(self) -> Ty {
        self.with(self.base.unsigned())
    }

    pub fn component(self) -> Ty {
        Ty::scalar(self.base)
    }

    pub fn name(self) -> String {
        match self.width {
            1 => self.base.name().to_string(),
            width => format!("{}{width}", self.base.name()),
        }
    }

    /// In memory, where three components take the room of four.
    pub fn bytes(self) -> u32 {
        self.base.bits() / 8 * if self.width == 3 { 4 } else { self.width }
    }
}

/// Casts and conversions as the host has to be told them.
pub fn host_conversions() -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        text += &line;
        text.push('\n');
    };
    for base in BASES {
        let name = base.name();
        for width in WIDTHS {
            let ty = Ty { base, width }.name();
            line(format!("#define as_{ty}(x) __builtin_astype(x, {ty})"));
            line(match width {
                1 => format!("#define convert_{ty}(x) (({ty})(x))"),
                _ => format!("#define convert_{ty}(x) CONVERT(x, {name}, {width})"),
            });
            if base.is_float() {
                continue;
            }
            line(match width {
                1 => format!("#define convert_{ty}_sat(x) SATURATE(x, {name})"),
                _ => format!(
                    "#define convert_{ty}_sat(x) COMPONENTS_({name}, {width}, convert_{name}_sat, x)"
                ),
            });
            for (mode, round) in [("rte", "rint"), ("rtp", "ceil"), ("rtn", "floor")] {
                line(format!(
                    "#define convert_{ty}_sat_{mode}(x) convert_{ty}_sat({round}(x))"
                ));
            }
        }
    }
    text
}
