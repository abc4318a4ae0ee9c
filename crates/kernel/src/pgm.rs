//! Portable grey maps (P2 and P5) as floats from zero to one.

/// Reads an image of exactly `height` by `width`, rows from the top.
pub(crate) fn read(bytes: &[u8], height: u64, width: u64) -> Result<Vec<f32>, String> {
    let plain = match bytes.get(..2) {
        Some(b"P2") => true,
        Some(b"P5") => false,
        _ => return Err("it is not a PGM image (P2 or P5)".to_string()),
    };
    let mut reader = Reader { bytes, at: 2 };
    let mut field = |what: &str| reader.number().ok_or(format!("its {what} is missing"));
    let (found_width, found_height) = (field("width")?, field("height")?);
    let largest = field("largest value")?;
    if (found_height, found_width) != (height, width) {
        return Err(format!(
            "the image is [{found_height},{found_width}] (height, width), but the texture is \
             [{height},{width}]"
        ));
    }
    if !(1..=65535).contains(&largest) {
        return Err(format!(
            "its largest value is {largest}; 1 to 65535 are possible"
        ));
    }
    let count = height * width;
    let levels: Vec<u64> = if plain {
        (0..count).map_while(|_| reader.number()).collect()
    } else {
        // One white space character stands between the header and the pixels.
        let pixels = bytes.get(reader.at + 1..).unwrap_or(&[]);
        let size = if largest < 256 { 1 } else { 2 };
        let level = |chunk: &[u8]| chunk.iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
        pixels
            .chunks_exact(size)
            .take(count as usize)
            .map(level)
            .collect()
    };
    if (levels.len() as u64) < count {
        return Err(format!(
            "it holds {} pixels, but its size asks for {count}",
            levels.len()
        ));
    }
    match levels.iter().find(|&&level| level > largest) {
        Some(level) => Err(format!(
            "a pixel is {level}, above the largest value {largest}"
        )),
        None => Ok(levels
            .iter()
            .map(|&n| (n as f64 / largest as f64) as f32)
            .collect()),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next decimal number after white space and comments.
    fn number(&mut self) -> Option<u64> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'#' {
                let rest = &self.bytes[self.at..];
                self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
        let digits = self.bytes[self.at..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        let text = std::str::from_utf8(&self.bytes[self.at..self.at + digits]).ok()?;
        self.at += digits;
        text.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_become_fractions_of_their_largest_value() {
        let check = |bytes: &[u8], expected: Result<&[f32], &str>| {
            let got = read(bytes, 1, 2);
            assert_eq!(
                got.as_deref(),
                expected.map_err(str::to_string).as_ref().copied()
            );
        };
        check(b"P2\n# size\n2 1\n4\n1 4\n", Ok(&[0.25, 1.0]));
        check(b"P5 2 1 255\n\x00\xff", Ok(&[0.0, 1.0]));
        check(b"P5 2 1 65535\n\x00\x00\xff\xff", Ok(&[0.0, 1.0]));
        check(
            b"P5 2 1 255\n\x00",
            Err("it holds 1 pixels, but its size asks for 2"),
        );
        check(
            b"P2 2 1 4 1 5",
            Err("a pixel is 5, above the largest value 4"),
        );
        check(
            b"P2 2 1 0 1 5",
            Err("its largest value is 0; 1 to 65535 are possible"),
        );
        check(b"P6 2 1", Err("it is not a PGM image (P2 or P5)"));
        check(b"P2 2", Err("its height is missing"));
        check(
            b"P2 3 1 4 1 1 1",
            Err("the image is [1,3] (height, width), but the texture is [1,2]"),
        );
    }
}
