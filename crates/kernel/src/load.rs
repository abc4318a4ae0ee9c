//! `file("path"[, dtype[, start]])`: raw binary, `.npy`, and for textures `.pgm`.

use source::Diagnostic;

use crate::argument::find_type;
use crate::expr::Leaf;
use crate::init::{Call, Target};
use crate::scope::Failure;
use crate::statement::{CallArg, Word};
use crate::{Constant, Files, Shape, Type, npy, pgm};

impl Target<'_> {
    pub(crate) fn file(&self, call: &Call, files: &dyn Files) -> Result<Vec<u8>, Failure> {
        call.takes(&[1, 2, 3])?;
        let path = match call.args[0] {
            CallArg::Text(path) => path,
            CallArg::Expr(ref expr) => {
                return Err(
                    Diagnostic::error("type-mismatch", "expected a path in double quotes")
                        .label(expr.span(), "not a path")
                        .into(),
                );
            }
        };
        let dtype = match call.args.get(1) {
            None => None,
            Some(arg) => Some(file_type(arg)?),
        };
        let start = match call.args.len() {
            3 => Some(element(call)?),
            _ => None,
        };
        let source = FileSource {
            path,
            dtype,
            start,
            files,
        };
        let extension = path
            .text
            .rsplit_once('.')
            .map_or("", |(_, extension)| extension);
        let npy = extension.eq_ignore_ascii_case("npy");
        let pgm = self.is_texture && extension.eq_ignore_ascii_case("pgm");
        if (npy || pgm) && start.is_some() {
            let message = format!("`{}` has a shape and is read whole", path.text);
            let problem = source.problem("bad-call", message);
            return Err(problem.help("a start is for files of raw elements").into());
        }
        match (npy, pgm) {
            (true, _) => self.npy(&source),
            (_, true) => self.pgm(&source),
            _ => self.raw(&source),
        }
    }

    /// Elements one after the other, little-endian. That there are more than are wanted is a
    /// mistake, unless a start says that a part is meant.
    fn raw(&self, source: &FileSource) -> Result<Vec<u8>, Failure> {
        let from = source.dtype.unwrap_or(self.ty);
        let needed = (self.count * from.size()) as u64;
        let start = source.start.unwrap_or(0).saturating_mul(from.size() as u64);
        // Where all are meant, a byte more shows that there are more.
        let mut data = source.read(start, needed + 1)?;
        if data.len() as u64 > needed && source.start.is_none() {
            let (Target { name, shape, .. }, path) = (self, source.path.text);
            let message = format!(
                "`{path}` has more than the {needed} bytes that `{name}: {from}{shape}` takes"
            );
            let fix = format!("`file(\"{path}\", {from}, 0)` takes the first elements of it");
            return Err(source.problem("long-file", message).help(fix).into());
        }
        data.truncate(needed as usize);
        if (data.len() as u64) < needed {
            let Target { name, shape, .. } = self;
            return Err(source
                .problem(
                    "short-file",
                    format!(
                        "`{}` has {} bytes{}, but `{name}: {from}{shape}` takes {needed}",
                        source.path.text,
                        data.len(),
                        match source.start {
                            Some(start) => format!(" from element {start} on"),
                            None => String::new(),
                        }
                    ),
                )
                .into());
        }
        self.convert(data, from, source)
    }

    fn npy(&self, source: &FileSource) -> Result<Vec<u8>, Failure> {
        let path = source.path.text;
        // Eight bytes hold any element, so this is enough for a file of the right shape.
        let data = source.read(0, self.count as u64 * 8 + npy::MAX_HEADER)?;
        let bad = |why: String| source.problem("bad-file", format!("`{path}`: {why}"));
        let file = npy::read(&data).map_err(bad)?;
        let from = source.dtype.unwrap_or(self.ty);
        if !file.holds(from) {
            let known = Type::ALL.into_iter().find(|&ty| file.holds(ty));
            let fix = known.map(|ty| format!("`file(\"{path}\", {ty})` reads and converts it"));
            return Err(
                bad(format!("its elements are `{}`, not {from}", file.descr))
                    .maybe_help(fix)
                    .into(),
            );
        }
        if file.shape != *self.shape {
            let show = |shape: &Shape| match shape.is_scalar() {
                true => "that of a scalar".to_string(),
                false => shape.to_string(),
            };
            return Err(source
                .problem(
                    "shape-mismatch",
                    format!(
                        "`{path}` has shape {}, but the shape of `{}` is {}",
                        show(&file.shape),
                        self.name,
                        show(self.shape)
                    ),
                )
                .into());
        }
        let array = file.to_array(from).map_err(bad)?;
        self.convert(array.data, from, source)
    }

    fn pgm(&self, source: &FileSource) -> Result<Vec<u8>, Failure> {
        // A plain pixel takes at most six characters; comments are free to take more.
        let data = source.read(0, self.count as u64 * 8 + npy::MAX_HEADER)?;
        let (height, width) = match *self.shape.dims() {
            [height, width] => (height, width),
            _ => (1, self.count as u64),
        };
        let levels = pgm::read(&data, height, width)
            .map_err(|why| source.problem("bad-file", format!("`{}`: {why}", source.path.text)))?;
        Ok(levels
            .iter()
            .flat_map(|level| level.to_le_bytes())
            .collect())
    }

    /// Elements of type `from` as the target's, by value. A float becomes an integer only where
    /// it is one.
    fn convert(&self, data: Vec<u8>, from: Type, source: &FileSource) -> Result<Vec<u8>, Failure> {
        if from == self.ty {
            return Ok(data);
        }
        let mut bytes = Vec::with_capacity(self.count * self.ty.size());
        for (i, element) in data.chunks_exact(from.size()).enumerate() {
            let value = match from.read(element) {
                Constant::Float(x) if !self.ty.is_float() && x.trunc() == x && x.abs() < 2e19 => {
                    Constant::Int(x as i128)
                }
                value => value,
            };
            if self.ty.push(value, &mut bytes).is_err() {
                return Err(source
                    .problem(
                        "out-of-range",
                        format!(
                            "`{}`: element {i} is {}, which {} cannot hold",
                            source.path.text,
                            from.show(element),
                            self.ty
                        ),
                    )
                    .into());
            }
        }
        Ok(bytes)
    }
}

/// `file("path", dtype, start)`
struct FileSource<'f, 'a> {
    path: Word<'a>,
    dtype: Option<Type>,
    start: Option<u64>,
    files: &'f dyn Files,
}

impl FileSource<'_, '_> {
    fn read(&self, start: u64, limit: u64) -> Result<Vec<u8>, Failure> {
        let bytes = self.files.read(self.path.text, start, limit);
        bytes.map_err(|error| {
            self.problem(
                "no-file",
                format!("cannot read `{}`: {error}", self.path.text),
            )
            .into()
        })
    }

    fn problem(&self, code: &'static str, message: String) -> Diagnostic {
        Diagnostic::error(code, message).label(self.path.span, "this file")
    }
}

/// The number of an element, as the third argument.
fn element(call: &Call) -> Result<u64, Failure> {
    let (value, span) = (call.value(2)?, call.expr(2)?.span());
    let number = match value {
        Constant::Int(number) => u64::try_from(number).ok(),
        Constant::Float(_) => None,
    };
    number.ok_or_else(|| {
        Diagnostic::error("type-mismatch", "expected the number of an element")
            .label(span, "not such a number")
            .into()
    })
}

/// The dtype of a file: our name or numpy's, with or without quotes.
fn file_type(arg: &CallArg) -> Result<Type, Failure> {
    let word = match arg {
        CallArg::Text(word) => *word,
        CallArg::Expr(expr) => match expr.only_leaf() {
            Some(Leaf::Name(text)) => Word {
                text,
                span: expr.span(),
            },
            _ => {
                return Err(Diagnostic::error(
                    "type-mismatch",
                    "expected the type of the elements",
                )
                .label(expr.span(), "not a type")
                .into());
            }
        },
    };
    match Type::from_foreign_name(word.text) {
        Some(ty) => Ok(ty),
        None => Ok(find_type(word, false)?),
    }
}
