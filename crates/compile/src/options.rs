//! Options of OpenCL's compiler, as host programs write them.

/// Options, one by one, that are passed on to clang; never one that names a file to write or code to
/// load.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CompilerOptions {
    args: Vec<String>,
    /// Folders for headers.
    include: Vec<String>,
    /// The version of the language that is asked for, as in `CL1.2`.
    standard: Option<String>,
    /// `-create-library`.
    library: bool,
}

/// Options that clang knows by the same name.
const PLAIN: &[&str] = &[
    "-cl-single-precision-constant",
    "-cl-denorms-are-zero",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-opt-disable",
    "-cl-strict-aliasing",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-cl-uniform-work-group-size",
    "-cl-kernel-arg-info",
    "-w",
    "-Werror",
    "-g",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-mwavefrontsize64",
    "-mno-wavefrontsize64",
    "-mcumode",
    "-ffast-math",
    "-fno-fast-math",
];

/// Options that have a meaning to a linker, or to this machine none at all.
const WITHOUT_EFFECT: &[&str] = &[
    "-enable-link-options",
    "-cl-no-subgroup-ifp",
    "-cl-intel-greater-than-4GB-buffer-required",
];

/// Versions of OpenCL C.
const STANDARDS: &[&str] = &[
    "CL1.0",
    "CL1.1",
    "CL1.2",
    "CL2.0",
    "CL3.0",
    "CLC++",
    "CLC++1.0",
    "CLC++2021",
];

impl CompilerOptions {
    /// Reads options as they are given to a function that builds: blanks between them, quotes
    /// around what has blanks itself.
    pub fn parse(text: &str) -> Result<CompilerOptions, String> {
        let words = split(text)?;
        CompilerOptions::from_words(words.iter().map(String::as_str))
    }

    /// Options that are words already.
    pub fn from_words<'a>(
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<CompilerOptions, String> {
        let mut options = CompilerOptions::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            options.add(word, &mut words)?;
        }
        Ok(options)
    }

    fn add<'a>(
        &mut self,
        word: &str,
        rest: &mut impl Iterator<Item = &'a str>,
    ) -> Result<(), String> {
        for flag in ["-D", "-U", "-I"] {
            let Some(inside) = word.strip_prefix(flag) else {
                continue;
            };
            let value = match inside {
                "" => rest
                    .next()
                    .ok_or_else(|| format!("`{flag}` needs a value"))?,
                inside => inside,
            };
            self.args.push(format!("{flag}{value}"));
            if flag == "-I" {
                self.include.push(value.into());
            }
            return Ok(());
        }
        let standard = word.strip_prefix("-cl-std=").or(word.strip_prefix("-std="));
        if let Some(standard) = standard {
            // HIP is C++.
            if ["c++", "gnu++"].iter().any(|it| standard.starts_with(it)) {
                self.args.push(format!("-std={standard}"));
                return Ok(());
            }
            let known = STANDARDS
                .iter()
                .find(|known| known.eq_ignore_ascii_case(standard));
            let known = known.ok_or_else(|| {
                let all = STANDARDS.join(", ");
                format!("there is no version `{standard}` of OpenCL C; there are {all}")
            })?;
            self.standard = Some((*known).into());
            return Ok(());
        }
        match word {
            "-create-library" => self.library = true,
            "-x" => match rest.next() {
                Some("clc" | "cl") => {}
                other => return Err(format!("`-x {}` is not OpenCL C", other.unwrap_or(""))),
            },
            word if PLAIN.contains(&word) => self.args.push(word.into()),
            // The driver takes it and passes it on to no compiler.
            word if word.starts_with("-cl-ext=") => {
                self.args.extend(["-Xclang".into(), word.into()]);
            }
            word if word.starts_with("-W") && !word.contains(',') => self.args.push(word.into()),
            word if WITHOUT_EFFECT.contains(&word) => {}
            word => return Err(format!("there is no option `{word}`")),
        }
        Ok(())
    }

    /// The language that is asked for, or another that is meant where none is.
    pub fn standard_or<'s>(&'s self, usual: &'s str) -> &'s str {
        self.standard.as_deref().unwrap_or(usual)
    }

    /// What is linked is to be linked again.
    pub fn creates_library(&self) -> bool {
        self.library
    }

    /// All workgroups of a launch have the same size: as versions before 2.0 have it, or because an
    /// option says so.
    pub fn is_uniform(&self) -> bool {
        let old = self
            .standard_or(crate::program::STANDARD)
            .starts_with("CL1");
        old || self
            .args
            .iter()
            .any(|arg| arg == "-cl-uniform-work-group-size")
    }

    /// Folders for headers.
    pub fn include(&self) -> &[String] {
        &self.include
    }

    /// As clang takes them for other languages than OpenCL C.
    pub(crate) fn plain_args(&self) -> &[String] {
        &self.args
    }

    /// As clang takes them.
    pub(crate) fn args(&self, usual: &str) -> Vec<String> {
        let standard = format!("-cl-std={}", self.standard_or(usual));
        // Clang declares their functions only where the extension is named.
        let depth = ["-Xclang", "-cl-ext=+cl_khr_depth_images"].map(String::from);
        std::iter::once(standard)
            .chain(depth)
            .chain(self.args.iter().cloned())
            .collect()
    }
}

/// Words between blanks; quotes and backslashes as shells have them.
fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) if quote != Some('\'') => {
                let next = chars.next().unwrap_or('\\');
                // Paths of other systems keep their separators.
                let word = word.get_or_insert_default();
                if !matches!(next, '"' | '\'' | '\\' | ' ') {
                    word.push('\\');
                }
                word.push(next);
            }
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed".into());
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_words() {
        for (text, expected) in [
            ("", vec![]),
            ("  -DA=1\t-D B ", vec!["-DA=1", "-DB"]),
            ("-D'X=a b' -I \"/a b/c\"", vec!["-DX=a b", "-I/a b/c"]),
            (r#"-DS=\"x\""#, vec![r#"-DS="x""#]),
            (r"-I C:\sdk\include", vec![r"-IC:\sdk\include"]),
            (
                "-cl-fast-relaxed-math -w",
                vec!["-cl-fast-relaxed-math", "-w"],
            ),
        ] {
            let options = CompilerOptions::parse(text).unwrap();
            assert_eq!(options.args, expected, "{text}");
        }
        let options = CompilerOptions::parse("-cl-std=cl3.0 -create-library -x clc").unwrap();
        assert_eq!(options.standard_or("CL1.2"), "CL3.0");
        assert!(options.creates_library());
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for text in [
            "-o x",
            "-fplugin=x.so",
            "-Xclang -load",
            "x.cl",
            "@file",
            "-I",
            "-cl-std=CL9",
            "-x c",
            "-D'A",
            "-Wl,-x",
            "--",
        ] {
            assert!(CompilerOptions::parse(text).is_err(), "{text}");
        }
    }
}
