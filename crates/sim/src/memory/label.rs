//! What messages call a stretch of memory.

/// What a region is called and how its elements are counted, for messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionLabel {
    /// `a`, `the stack`: how messages begin.
    pub name: String,
    /// Type and shape as the user wrote them: `f32[64,64]`.
    pub ty: String,
    /// Bytes of an element, so that messages can count in elements.
    pub element_bytes: u32,
}

impl RegionLabel {
    /// Of so many bytes.
    pub fn bytes(name: impl Into<String>, len: u64) -> RegionLabel {
        RegionLabel {
            name: name.into(),
            ty: format!("u8[{len}]"),
            element_bytes: 1,
        }
    }
}
