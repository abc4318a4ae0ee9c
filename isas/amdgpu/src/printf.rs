//! `printf` of compiled kernels: format strings from the metadata, arguments from a buffer that
//! waves append to.
//!
//! The buffer begins with two words, the bytes that are used and the bytes that there are. A record
//! is the number of a format and its arguments, each padded to whole words, as the compiler's
//! metadata lists them: `1:2:4:8:at %d, %f\n`. Text that an argument points to lies in the record
//! itself.

mod float;

use float::{general, hexadecimal, scientific};

/// Where records begin.
const HEADER: usize = 8;

/// A buffer for text that is empty, with room for so many bytes of records.
pub fn buffer(bytes: usize) -> Vec<u8> {
    let mut buffer = vec![0; HEADER + bytes];
    buffer[4..HEADER].copy_from_slice(&(bytes as u32).to_le_bytes());
    buffer
}

/// The formats of a code object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formats(Vec<Format>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Format {
    number: u32,
    /// Bytes of each argument.
    sizes: Vec<usize>,
    text: Vec<u8>,
}

impl Formats {
    /// From what the metadata says; what cannot be read is left out.
    pub fn new(listed: &[String]) -> Formats {
        Formats(
            listed
                .iter()
                .filter_map(|text| Format::parse(text))
                .collect(),
        )
    }

    /// Whether nothing is ever printed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text of a buffer, record by record. Where the buffer was too short, a line says so.
    pub fn text(&self, buffer: &[u8]) -> Vec<u8> {
        let word = |at: usize| {
            let bytes = buffer.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        let used = word(0).unwrap_or(0) as usize;
        let end = buffer.len().min(HEADER.saturating_add(used));
        let mut out = Vec::new();
        let mut at = HEADER;
        while at + 4 <= end {
            let number = word(at).unwrap_or(0);
            let format = self.0.iter().find(|format| format.number == number);
            let Some(format) = format else {
                // A wave that trapped between taking room and filling it leaves zeroes.
                at += 4;
                continue;
            };
            at += 4;
            let mut args = Vec::with_capacity(format.sizes.len());
            for &size in &format.sizes {
                let bytes = buffer.get(at..(at + size).min(end));
                args.push(bytes.unwrap_or(&[]));
                at += size.next_multiple_of(4);
            }
            format.print(&args, &mut out);
        }
        out
    }
}

impl Format {
    fn parse(text: &str) -> Option<Format> {
        // A colon of the text itself is an escape.
        let (listed, text) = text.rsplit_once(':')?;
        let mut listed = listed.split(':');
        let number = listed.next()?.parse().ok()?;
        let count: usize = listed.next()?.parse().ok()?;
        // The compiler counts arguments beyond the conversions, of which it stores none and lists no size.
        let sizes: Vec<usize> = listed
            .map(|size| size.parse().ok().filter(|&size| size <= 1 << 20))
            .collect::<Option<_>>()?;
        (sizes.len() <= count).then(|| Format {
            number,
            sizes,
            text: unescape(text),
        })
    }

    fn print(&self, args: &[&[u8]], out: &mut Vec<u8>) {
        let mut args = args.iter();
        print(&self.text, out, |_| args.next().copied().unwrap_or(&[]));
    }
}

/// Text with what its conversions are given.
fn print<'a>(mut text: &[u8], out: &mut Vec<u8>, mut next: impl FnMut(&Spec) -> &'a [u8]) {
    while let Some(percent) = text.iter().position(|&byte| byte == b'%') {
        out.extend(&text[..percent]);
        text = &text[percent + 1..];
        if let Some(rest) = text.strip_prefix(b"%") {
            out.push(b'%');
            text = rest;
            continue;
        }
        match Spec::parse(text) {
            Some((spec, rest)) => {
                spec.print(next(&spec), out);
                text = rest;
            }
            None => out.push(b'%'),
        }
    }
    out.extend(text);
}

/// Text as HIP's device libraries hand it over: the format and its arguments, each of whole words of
/// eight bytes; a text ends with a zero.
pub fn print_words(bytes: &[u8], out: &mut Vec<u8>) {
    let (format, mut rest) = text_of_words(bytes);
    print(format, out, |spec| {
        if spec.conversion == b's' {
            let (text, after) = text_of_words(rest);
            rest = after;
            return text;
        }
        let (word, after) = rest.split_at(rest.len().min(8));
        rest = after;
        // What is shorter than a word has been widened by zeroes.
        let whole =
            b"fFeEgGaAp".contains(&spec.conversion) || !matches!(spec.length, "" | "h" | "hh");
        &word[..word.len().min(if whole { 8 } else { 4 })]
    });
}

/// A text and what follows the words that it takes.
fn text_of_words(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == 0);
    let end = end.unwrap_or(bytes.len());
    let words = (end + 1).next_multiple_of(8).min(bytes.len());
    (&bytes[..end], &bytes[words..])
}

/// The compiler writes a few characters as escapes: the ends of lines and such, and the colon, which
/// separates what it lists. A backslash it leaves as it is, so what is none of these is text.
fn unescape(text: &str) -> Vec<u8> {
    const ESCAPES: [(&str, u8); 7] = [
        ("a", 7),
        ("b", 8),
        ("f", 12),
        ("n", b'\n'),
        ("r", b'\r'),
        ("v", 11),
        ("72", b':'),
    ];
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.extend(before.bytes());
        let known = ESCAPES
            .iter()
            .find_map(|(name, byte)| Some((*byte, after.strip_prefix(name)?)));
        let (byte, after) = known.unwrap_or((b'\\', after));
        out.push(byte);
        rest = after;
    }
    out.extend(rest.bytes());
    out
}

/// A conversion, as OpenCL C has them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Elements of a vector; one of a scalar.
    elements: usize,
    /// `hh`, `h`, `hl`, `l` or nothing.
    length: &'static str,
    conversion: u8,
}

impl Spec {
    /// What stands behind a `%`, and what follows it.
    fn parse(text: &[u8]) -> Option<(Spec, &[u8])> {
        let mut spec = Spec {
            elements: 1,
            ..Spec::default()
        };
        let mut rest = text;
        while let [flag, after @ ..] = rest {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                _ => break,
            }
            rest = after;
        }
        (spec.width, rest) = number(rest);
        if let [b'.', after @ ..] = rest {
            let (precision, after) = number(after);
            (spec.precision, rest) = (Some(precision), after);
        }
        if let [b'v', after @ ..] = rest {
            (spec.elements, rest) = number(after);
            if !matches!(spec.elements, 2 | 3 | 4 | 8 | 16) {
                return None;
            }
        }
        for length in ["hh", "hl", "h", "ll", "l", "j", "z", "t"] {
            if let Some(after) = rest.strip_prefix(length.as_bytes()) {
                (spec.length, rest) = (length, after);
                break;
            }
        }
        let (&conversion, rest) = rest.split_first()?;
        spec.conversion = conversion;
        b"diouxXfFeEgGaAcsp"
            .contains(&conversion)
            .then_some((spec, rest))
    }

    fn print(&self, bytes: &[u8], out: &mut Vec<u8>) {
        if self.conversion == b's' {
            let end = bytes.iter().position(|&byte| byte == 0);
            let text = &bytes[..end.unwrap_or(bytes.len())];
            let text = &text[..self.precision.unwrap_or(text.len()).min(text.len())];
            return self.pad(&[], text, false, out);
        }
        // A vector of three may have the room of four.
        let stored = match self.elements {
            3 if !bytes.len().is_multiple_of(3) || bytes.len() == 48 => 4,
            n => n,
        };
        let size = (bytes.len() / stored.max(1)).max(1);
        for i in 0..self.elements {
            if i > 0 {
                out.push(b',');
            }
            let element = bytes.get(i * size..(i + 1) * size).unwrap_or(&[]);
            self.element(element, out);
        }
    }

    fn element(&self, bytes: &[u8], out: &mut Vec<u8>) {
        let mut word = [0; 8];
        let len = bytes.len().min(8);
        word[..len].copy_from_slice(&bytes[..len]);
        let raw = u64::from_le_bytes(word);
        match self.conversion {
            b'c' => self.pad(&[], &[raw as u8], false, out),
            b'p' => self.pad(b"0x", format!("{raw:x}").as_bytes(), self.zero, out),
            b'd' | b'i' => {
                let bits = self.bits(len);
                let value = (raw << (64 - bits)) as i64 >> (64 - bits);
                let digits = self.digits(value.unsigned_abs().to_string());
                let zero = self.zero && self.precision.is_none();
                self.pad(self.sign(value < 0), digits.as_bytes(), zero, out);
            }
            b'o' | b'u' | b'x' | b'X' => {
                let bits = self.bits(len);
                let value = raw & (u64::MAX >> (64 - bits));
                let (prefix, digits): (&[u8], String) = match self.conversion {
                    b'o' => (b"", format!("{value:o}")),
                    b'x' => (b"0x", format!("{value:x}")),
                    b'X' => (b"0X", format!("{value:X}")),
                    _ => (b"", value.to_string()),
                };
                let mut digits = self.digits(digits);
                if self.alternate && self.conversion == b'o' && !digits.starts_with('0') {
                    digits.insert(0, '0');
                }
                let prefix = if self.alternate && value != 0 {
                    prefix
                } else {
                    b""
                };
                let zero = self.zero && self.precision.is_none();
                self.pad(prefix, digits.as_bytes(), zero, out);
            }
            _ => {
                let value = match len {
                    8 => f64::from_bits(raw),
                    4 => f32::from_bits(raw as u32).into(),
                    _ => op::formats::f16_to_f32(op::F16(raw as u16)).into(),
                };
                let mut digits = self.float(value.abs());
                if self.conversion.is_ascii_uppercase() {
                    digits.make_ascii_uppercase();
                }
                let zero = self.zero && value.is_finite();
                let sign = self.sign(value.is_sign_negative() && !value.is_nan());
                let hex = matches!(self.conversion, b'a' | b'A') && value.is_finite();
                let (prefix, digits) = digits.split_at(if hex { 2 } else { 0 });
                let prefix = [sign, prefix.as_bytes()].concat();
                self.pad(&prefix, digits.as_bytes(), zero, out);
            }
        }
    }

    /// How many bits of an integer count.
    fn bits(&self, bytes: usize) -> u32 {
        match self.length {
            "hh" => 8,
            "h" => 16,
            _ => (bytes.clamp(1, 8) * 8) as u32,
        }
    }

    fn sign(&self, negative: bool) -> &'static [u8] {
        match (negative, self.plus, self.space) {
            (true, _, _) => b"-",
            (_, true, _) => b"+",
            (_, _, true) => b" ",
            _ => b"",
        }
    }

    /// At least as many digits as the precision says.
    fn digits(&self, digits: String) -> String {
        match self.precision {
            Some(0) if digits == "0" => String::new(),
            Some(least) => format!("{digits:0>least$}"),
            None => digits,
        }
    }

    fn float(&self, value: f64) -> String {
        if value.is_nan() {
            return "nan".into();
        }
        if value.is_infinite() {
            return "inf".into();
        }
        let precision = self.precision.unwrap_or(6);
        match self.conversion.to_ascii_lowercase() {
            b'f' => {
                let point = if self.alternate && precision == 0 {
                    "."
                } else {
                    ""
                };
                format!("{value:.precision$}{point}")
            }
            b'e' => scientific(value, precision, self.alternate),
            b'g' => general(value, precision.max(1), self.alternate),
            _ => hexadecimal(value, self.precision, self.alternate),
        }
    }

    fn pad(&self, prefix: &[u8], text: &[u8], zero: bool, out: &mut Vec<u8>) {
        let missing = self.width.saturating_sub(prefix.len() + text.len());
        let fill = |out: &mut Vec<u8>, byte: u8| out.extend(std::iter::repeat_n(byte, missing));
        match (self.left, zero) {
            (true, _) => {
                out.extend([prefix, text].concat());
                fill(out, b' ');
            }
            (false, true) => {
                out.extend(prefix);
                fill(out, b'0');
                out.extend(text);
            }
            (false, false) => {
                fill(out, b' ');
                out.extend([prefix, text].concat());
            }
        }
    }
}

/// Digits at the start of a text as a number that is not unreasonable, and what follows.
fn number(text: &[u8]) -> (usize, &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = text[..digits].iter().fold(0usize, |value, digit| {
        (value * 10 + usize::from(digit - b'0')).min(4096)
    });
    (value, &text[digits..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(listed: &str, args: &[&[u8]]) -> String {
        let formats = Formats::new(&[listed.to_string()]);
        let mut record = 1u32.to_le_bytes().to_vec();
        for arg in args {
            record.extend(*arg);
            record.resize(record.len().next_multiple_of(4), 0);
        }
        let mut bytes = buffer(record.len());
        bytes[..4].copy_from_slice(&(record.len() as u32).to_le_bytes());
        bytes[8..].copy_from_slice(&record);
        String::from_utf8(formats.text(&bytes)).unwrap()
    }

    #[test]
    fn conversions_are_those_of_c() {
        let int =
            |format: &str, value: i32| one(&format!("1:1:4:{format}"), &[&value.to_le_bytes()]);
        for (format, value, expected) in [
            ("%d", -7, "-7"),
            ("%5d|", 42, "   42|"),
            ("%-5d|", 42, "42   |"),
            ("%05d", -42, "-0042"),
            ("%+d", 3, "+3"),
            ("% d", 3, " 3"),
            ("%.3d", 7, "007"),
            ("%u", -1, "4294967295"),
            ("%hhu", -1, "255"),
            ("%hd", 0x1_8000, "-32768"),
            ("%x", 255, "ff"),
            ("%#X", 255, "0XFF"),
            ("%#o", 8, "010"),
            ("%c%%", 65, "A%"),
            ("%#08x", 255, "0x0000ff"),
        ] {
            assert_eq!(int(format, value), expected, "{format}");
        }
        let long = one("1:1:8:%ld", &[&i64::MIN.to_le_bytes()]);
        assert_eq!(long, i64::MIN.to_string());
        let pointer = one("1:1:8:%p", &[&0x1234u64.to_le_bytes()]);
        assert_eq!(pointer, "0x1234");
    }

    #[test]
    fn floats_are_those_of_c() {
        for (format, value, expected) in [
            ("%f", 1.5, "1.500000"),
            ("%.2f", 2.675, "2.67"),
            ("%8.3f|", -1.0, "  -1.000|"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%.0e", 15.0, "2e+01"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.00001, "1e-05"),
            ("%g", 100000.0, "100000"),
            ("%g", 1000000.0, "1e+06"),
            ("%g", 0.5, "0.5"),
            ("%#g", 1.0, "1.00000"),
            ("%a", 1.0, "0x1p+0"),
            ("%a", 0.15625, "0x1.4p-3"),
            ("%.1a", 1.97, "0x2.0p+0"),
            ("%f", f64::INFINITY, "inf"),
            ("%F", f64::NEG_INFINITY, "-INF"),
            ("%05f", f64::NAN, "  nan"),
            ("%g", 0.0, "0"),
            ("%f", -0.0, "-0.000000"),
        ] {
            let text = one(&format!("1:1:8:{format}"), &[&f64::to_le_bytes(value)]);
            assert_eq!(text, expected, "{format} of {value}");
        }
        assert_eq!(one("1:1:4:%g", &[&0.1f32.to_le_bytes()]), "0.1");
        assert_eq!(one("1:1:2:%g", &[&0x8001u16.to_le_bytes()]), "-5.96046e-08");
    }

    #[test]
    fn vectors_texts_and_escapes() {
        let words = |values: &[i32]| -> Vec<u8> {
            values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect()
        };
        let four = one("1:1:16:%v4d\\n", &[&words(&[1, -2, 3, 4])]);
        assert_eq!(four, "1,-2,3,4\n");
        assert_eq!(one("1:1:16:%v3d", &[&words(&[1, 2, 3, 9])]), "1,2,3");
        assert_eq!(one("1:1:12:%v3d", &[&words(&[1, 2, 3])]), "1,2,3");
        assert_eq!(one("1:1:4:a\\72 %s|", &[b"str\0"]), "a: str|");
        assert_eq!(one("1:1:8:%.2s", &[b"string\0\0"]), "st");
        // A backslash that begins no escape of the compiler's is itself.
        assert_eq!(one(r"1:0:[\]\\\72\7\a\\", &[]), "[\\]\\\\:\\7\u{7}\\\\");
        // Arguments that no conversion asks for are counted, not stored.
        assert_eq!(one("1:1:", &[]), "");
        assert_eq!(one(r"1:2:4:%d\72 \n", &[&words(&[7])]), "7: \n");
        assert_eq!(
            one("1:2:4:4:%5.1f%%%d", &[&1.25f32.to_le_bytes(), &words(&[9])]),
            "  1.2%9"
        );
        // An unknown conversion is text, and missing arguments are zero.
        assert_eq!(one("1:0:%q %d", &[]), "%q 0");
    }

    #[test]
    fn damage_is_no_panic() {
        let formats = Formats::new(&["1:1:4:%d".into(), "x".into(), "2:0:1:x".into()]);
        assert_eq!(formats.0.len(), 1);
        assert!(!formats.is_empty());
        assert_eq!(formats.text(&[]), b"");
        assert_eq!(formats.text(&[255; 9]), b"");
        let mut bytes = buffer(8);
        bytes[0] = 200;
        bytes[8] = 1;
        assert_eq!(formats.text(&bytes), b"0");
        bytes[8] = 7;
        assert_eq!(formats.text(&bytes), b"");
    }
}
