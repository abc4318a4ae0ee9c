//! One argument: its type, its shape, whether there is room for it, and its first bytes.

use source::{Diagnostic, Diagnostics, Span};

use crate::init::{self, Target};
use crate::scope::{Failure, Scope};
use crate::statement::{Init, TypeRef, Word};
use crate::{Arg, Array, Constant, Files, Options, Shape, Type};

/// The seed where neither the header nor the command line gives one.
pub(crate) const DEFAULT_SEED: u64 = 1;

/// More dimensions than any kernel uses; a limit so that a typing error is found early.
const MAX_DIMS: usize = 8;

const TEXTURE: &str = "tex2d";

/// An argument before it has bytes.
#[derive(Clone, Debug)]
pub(crate) struct Declared<'a> {
    pub name: Word<'a>,
    pub ty: Type,
    pub shape: Shape,
    pub is_texture: bool,
}

/// What declarations share: who defines the constants, and how much memory is left.
pub(crate) struct Room<'s, 'a> {
    pub scope: &'s Scope<'a>,
    pub textures: bool,
    pub max_bytes: u64,
    pub used: u64,
}

impl<'s, 'a> Room<'s, 'a> {
    pub(crate) fn new(scope: &'s Scope<'a>, textures: bool, options: &Options) -> Self {
        // On a 32-bit host nothing larger than its addresses can be allocated.
        let max_bytes = options.max_bytes.min(isize::MAX as u64);
        Room {
            scope,
            textures,
            max_bytes,
            used: 0,
        }
    }

    pub(crate) fn declare(
        &mut self,
        name: Word<'a>,
        ty: &TypeRef<'a>,
        problems: &mut Diagnostics,
    ) -> Option<Declared<'a>> {
        let is_texture = self.textures && ty.name.text == TEXTURE;
        let element = if is_texture {
            Some(Type::F32)
        } else {
            problems.take(find_type(ty.name, self.textures))
        };
        let shape = self.shape(ty, problems)?;
        if is_texture && shape.dims().len() != 2 {
            problems.push(
                Diagnostic::error("bad-shape", "a texture has two dimensions")
                    .label(ty.span, "expected `tex2d[height, width]`"),
            );
            return None;
        }
        let ty_span = ty.span;
        let ty = element?;
        self.reserve(name, ty, &shape, ty_span)
            .map_err(|problem| problems.push(problem))
            .ok()?;
        Some(Declared {
            name,
            ty,
            shape,
            is_texture,
        })
    }

    fn shape(&self, ty: &TypeRef<'a>, problems: &mut Diagnostics) -> Option<Shape> {
        let Some(exprs) = &ty.dims else {
            return Some(Shape::scalar());
        };
        if exprs.len() > MAX_DIMS {
            problems.push(
                Diagnostic::error(
                    "bad-shape",
                    format!(
                        "{} dimensions; at most {MAX_DIMS} are possible",
                        exprs.len()
                    ),
                )
                .label(ty.span, "too many dimensions"),
            );
            return None;
        }
        let mut dims = Some(vec![]);
        for expr in exprs {
            let dim = self.scope.integer(expr, "a dimension").and_then(|n| {
                u64::try_from(n).ok().filter(|&n| n > 0).ok_or_else(|| {
                    let message = format!("a dimension must be at least 1, found {n}");
                    Diagnostic::error("bad-shape", message)
                        .label(expr.span(), "too small")
                        .into()
                })
            });
            match (dim, &mut dims) {
                (Ok(dim), Some(dims)) => dims.push(dim),
                (Ok(_), None) => {}
                (Err(failure), _) => {
                    failure.report(problems);
                    dims = None;
                }
            }
        }
        dims.map(Shape::new)
    }

    /// Takes the bytes of `shape` from what is left, before anything is allocated.
    fn reserve(
        &mut self,
        name: Word,
        ty: Type,
        shape: &Shape,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let bytes = shape
            .count()
            .and_then(|count| count.checked_mul(ty.size() as u64));
        let total = bytes.and_then(|bytes| bytes.checked_add(self.used));
        if let Some(total) = total.filter(|&total| total <= self.max_bytes) {
            self.used = total;
            // The limit allows it, but this computer may have less.
            return match has_room(total) {
                true => Ok(()),
                false => Err(no_room(name, bytes.unwrap_or(total))),
            };
        }
        let size = bytes.map_or("more than 2^64 bytes".to_string(), readable_size);
        let limit = readable_size(self.max_bytes);
        let others = match self.used {
            0 => String::new(),
            used => format!(", and the arguments before it take {}", readable_size(used)),
        };
        Err(Diagnostic::error(
            "too-large",
            format!(
                "`{}` needs {size}, but all arguments together may take {limit}",
                name.text
            ),
        )
        .label(span, format!("{size}{others}"))
        .help("`--global-memsize` sets how much memory there is"))
    }
}

/// What is small is there, or nothing else is either.
const SMALL: u64 = 16 << 20;
/// An array is in the header, in device memory, and in the result or in what a debugger keeps.
const COPIES: u64 = 3;
/// For everything else.
const BESIDE: u64 = 64 << 20;

/// Whether this computer can give so many bytes as often as they will be needed. Asked before the
/// first is, since a program that finds out later has nothing left to say so with.
fn has_room(bytes: u64) -> bool {
    let wanted = bytes.saturating_mul(COPIES).saturating_add(BESIDE);
    let reserve = |wanted| Vec::<u8>::new().try_reserve_exact(wanted).is_ok();
    bytes <= SMALL || usize::try_from(wanted).is_ok_and(reserve)
}

fn no_room(name: Word, bytes: u64) -> Diagnostic {
    let message = format!(
        "`{}` needs more memory than this computer has left",
        name.text
    );
    Diagnostic::error("too-large", message)
        .label(name.span, readable_size(bytes))
        .help("make the array smaller")
}

/// The argument with its first bytes.
pub(crate) fn fill<'a>(
    declared: &Declared<'a>,
    init: Option<&Init<'a>>,
    scope: &Scope<'a>,
    seed: u64,
    files: &dyn Files,
    problems: &mut Diagnostics,
) -> Option<Arg> {
    Some(Arg {
        name: declared.name.text.to_string(),
        span: declared.name.span,
        array: array(declared, init, scope, seed, files, problems)?,
        is_output: declared.name.text.starts_with("out_"),
        is_initialized: init.is_some(),
    })
}

/// An array of the declared type and shape with the values of `init`, or zeros.
pub(crate) fn array<'a>(
    declared: &Declared<'a>,
    init: Option<&Init<'a>>,
    scope: &Scope<'a>,
    seed: u64,
    files: &dyn Files,
    problems: &mut Diagnostics,
) -> Option<Array> {
    let Declared {
        name,
        ty,
        ref shape,
        is_texture,
    } = *declared;
    let count = shape.count()? as usize;
    let bytes = (count * ty.size()) as u64;
    if !has_room(bytes) {
        problems.push(no_room(name, bytes));
        return None;
    }
    let data = match init {
        None => vec![0; count * ty.size()],
        Some(init) => {
            let target = Target {
                name: name.text,
                ty,
                shape,
                count,
                is_texture,
                seed,
            };
            init::bytes(init, &target, scope, files, problems)?
        }
    };
    Some(Array {
        ty,
        shape: shape.clone(),
        data,
    })
}

pub(crate) fn find_type(name: Word, textures: bool) -> Result<Type, Diagnostic> {
    let problem = match Type::from_name(name.text) {
        Some(ty) => return Ok(ty),
        None => Diagnostic::error("unknown-type", format!("there is no type `{}`", name.text))
            .label(name.span, "not a type"),
    };
    let names = Type::ALL.map(Type::name);
    let nearest = match Type::from_foreign_name(name.text) {
        Some(ty) => Some(format!("did you mean `{ty}`?")),
        None if name.text == TEXTURE && !textures => Some("this ISA has no textures".to_string()),
        None => source::did_you_mean(name.text, names),
    };
    let more = if textures { ", tex2d" } else { "" };
    Err(problem
        .maybe_help(nearest)
        .help(format!("the types are {}{more}", names.join(", "))))
}

/// `32 MiB`, `1.5 KiB`, `12 bytes`
pub(crate) fn readable_size(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.max(1).ilog2() / 10) as usize;
    let size = bytes as f64 / (1u64 << (10 * power)) as f64;
    // Two decimals at most, none that are zero.
    let size = Constant::Float((size * 100.0).round() / 100.0);
    let unit = if bytes == 1 { "byte" } else { units[power] };
    format!("{size} {unit}")
}

/// An error that has not been reported yet goes to `problems`.
pub(crate) fn note<T>(result: Result<T, Failure>, problems: &mut Diagnostics) -> Option<T> {
    result.map_err(|failure| failure.report(problems)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_well() {
        assert_eq!(readable_size(1), "1 byte");
        assert_eq!(readable_size(1536), "1.5 KiB");
        assert_eq!(readable_size(32 << 20), "32 MiB");
        assert_eq!(readable_size(1 << 40), "1 TiB");
        assert_eq!(readable_size(u64::MAX), "16 EiB");
    }
}
