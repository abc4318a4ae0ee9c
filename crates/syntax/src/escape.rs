//! What a string in quotes stands for.

/// The bytes that a string token (with its quotes) stands for, or the offset in it and what is
/// wrong there.
pub fn unescape(quoted: &str) -> Result<Vec<u8>, (usize, &'static str)> {
    let bytes = quoted.as_bytes();
    let end = bytes.len().saturating_sub(1);
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 1;
    while at < end {
        let b = bytes[at];
        at += 1;
        if b != b'\\' {
            out.push(b);
            continue;
        }
        let escape = bytes.get(at).copied().unwrap_or(b'"');
        at += 1;
        match escape {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'\\' | b'"' | b'\'' => out.push(escape),
            b'x' => {
                let digits = quoted
                    .get(at..at + 2)
                    .and_then(|d| u8::from_str_radix(d, 16).ok());
                out.push(digits.ok_or((at - 2, "`\\x` needs two hexadecimal digits"))?);
                at += 2;
            }
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                let mut count = 1;
                while count < 3 && at < end && (b'0'..=b'7').contains(&bytes[at]) {
                    value = value * 8 + u32::from(bytes[at] - b'0');
                    at += 1;
                    count += 1;
                }
                out.push(u8::try_from(value).map_err(|_| (at - 4, "the code is above `\\377`"))?);
            }
            _ => return Err((at - 2, "an unknown escape")),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(unescape(r#""a\n\x41\101\\""#).unwrap(), b"a\nAA\\");
        assert!(unescape(r#""\q""#).is_err());
        assert!(unescape(r#""\x4""#).is_err());
        assert!(unescape(r#""\777""#).is_err());
    }
}
