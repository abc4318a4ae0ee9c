//! Arguments of a launch: arrays that are used where they lie, and values.

use crate::diagnostic::refused;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyWeakrefReference};
use tank::{Array, Constant, FormalParameter, Given, HostBytes, ParameterKind, Shape, Type};

/// A number of bytes of local memory, for a parameter that points to some.
#[pyclass(frozen, module = "wavetank", name = "local")]
pub struct Local {
    /// How many.
    #[pyo3(get)]
    bytes: u32,
}

#[pymethods]
impl Local {
    #[new]
    fn new(bytes: u32) -> Local {
        Local { bytes }
    }

    fn __repr__(&self) -> String {
        format!("local({})", self.bytes)
    }
}

/// What keeps an array where it is while a launch uses it: exports of its buffer, and for NumPy,
/// which does not count those, weak references, without which its arrays can be resized.
pub struct Held {
    _buffer: PyUntypedBuffer,
    _references: Vec<Py<PyWeakrefReference>>,
}

/// What is known about the parameter that an argument is for.
pub struct Slot<'a> {
    /// What messages call it.
    pub name: String,
    pub parameter: Option<&'a FormalParameter>,
    /// As the header declares it.
    pub declared: Option<&'a Array>,
}

impl Slot<'_> {
    /// The type of a value that is not an array, where it is known.
    fn value_type(&self) -> Option<Type> {
        if let Some(declared) = self.declared {
            return Some(declared.ty);
        }
        let parameter = self.parameter?;
        let named = parameter.type_name.as_deref().and_then(foreign);
        named.filter(|ty| ty.size() as u32 == parameter.bytes)
    }

    fn wants_array(&self) -> bool {
        let array = |it: &FormalParameter| it.kind == ParameterKind::Array;
        self.parameter.is_some_and(array) || self.declared.is_some_and(|it| !it.shape.is_scalar())
    }
}

/// The argument for a slot. What is lent stays valid as long as what is pushed to `held`.
pub fn argument(
    slot: &Slot<'_>,
    value: &Bound<'_, PyAny>,
    held: &mut Vec<Held>,
) -> PyResult<Given> {
    let py = value.py();
    if value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyBool>()
    {
        return number(slot, value);
    }
    if let Ok(local) = value.cast::<Local>() {
        let local = local.get().bytes;
        return Ok(by_value(
            slot,
            Type::U32,
            Shape::scalar(),
            local.to_le_bytes().to_vec(),
        ));
    }
    let (buffer, own_type, is_scalar) = buffer(slot, value)?;
    let ty = match own_type {
        Some(ty) => ty,
        None => element_type(&buffer).ok_or_else(|| {
            let format = buffer.format().to_string_lossy();
            let name = &slot.name;
            let types = "integers of 8 to 64 bits, floats of 16 to 64 bits";
            refused(
                py,
                format!("{name} has elements of type `{format}`; arrays have {types}"),
            )
        })?,
    };
    if is_scalar {
        // SAFETY: the buffer is held, and so many bytes long.
        let bytes = unsafe {
            std::slice::from_raw_parts(buffer.buf_ptr().cast::<u8>(), buffer.len_bytes())
        };
        if slot.wants_array() {
            return Err(not_an_array(py, slot));
        }
        return Ok(by_value(slot, ty, Shape::scalar(), bytes.to_vec()));
    }
    let is_value = slot
        .parameter
        .is_some_and(|it| it.kind == ParameterKind::Value);
    if is_value && buffer.is_c_contiguous() {
        // A struct that is passed by value.
        // SAFETY: as above; the lock of the interpreter is held.
        let bytes = unsafe {
            std::slice::from_raw_parts(buffer.buf_ptr().cast::<u8>(), buffer.len_bytes())
        };
        let shape = Shape::new([bytes.len() as u64]);
        return Ok(by_value(slot, Type::U8, shape, bytes.to_vec()));
    }
    let name = &slot.name;
    if buffer.readonly() {
        let message =
            format!("{name} is read-only: pass {name}.copy(), or an array that can be written");
        return Err(refused(py, message));
    }
    if !buffer.is_c_contiguous() {
        let message = format!(
            "{name} is not contiguous in memory: pass np.ascontiguousarray({name}), and copy the \
             result back if the kernel writes it"
        );
        return Err(refused(py, message));
    }
    let dims: Vec<u64> = match buffer.shape() {
        [] => vec![1],
        dims => dims.iter().map(|&n| n as u64).collect(),
    };
    let shape = Shape::new(dims);
    check_element(py, slot, ty, &shape)?;
    // SAFETY: the export is held until the launch, or the debugger of it, is gone; kernels access the
    // bytes with the functions of `op::shared` alone, and Python's own accesses are not Rust.
    let lent = unsafe { HostBytes::new(buffer.buf_ptr().cast(), buffer.len_bytes()) };
    held.push(Held {
        _references: references(value),
        _buffer: buffer,
    });
    Ok(Given {
        name: slot.name.clone(),
        array: Array {
            ty,
            shape,
            data: Vec::new(),
        },
        lent: Some(lent),
    })
}

fn by_value(slot: &Slot<'_>, ty: Type, shape: Shape, data: Vec<u8>) -> Given {
    Given {
        name: slot.name.clone(),
        array: Array { ty, shape, data },
        lent: None,
    }
}

/// A number of Python's becomes what the parameter is.
fn number(slot: &Slot<'_>, value: &Bound<'_, PyAny>) -> PyResult<Given> {
    let (py, name) = (value.py(), &slot.name);
    if slot.wants_array() {
        return Err(not_an_array(py, slot));
    }
    let constant = match value.is_exact_instance_of::<PyFloat>() {
        true => Constant::Float(value.extract()?),
        false => Constant::Int(value.extract().map_err(|_| {
            refused(
                py,
                format!("{name} is {value}, which no integer of 64 bits can hold"),
            )
        })?),
    };
    let bytes = slot.parameter.map_or(0, |it| it.bytes);
    let ty = slot.value_type().unwrap_or(match constant {
        Constant::Float(_) if bytes == 8 => Type::F64,
        Constant::Float(_) if bytes == 2 => Type::F16,
        Constant::Float(_) => Type::F32,
        Constant::Int(n) => {
            let fits = |ty: &Type| {
                let range = ty.integer_range();
                let wide = bytes == 0 || ty.size() as u32 == bytes;
                wide && range.is_some_and(|(low, high)| (low..=high).contains(&n))
            };
            let all = [
                Type::I32,
                Type::U32,
                Type::I64,
                Type::U64,
                Type::I16,
                Type::U16,
            ];
            let narrow = [Type::I8, Type::U8];
            let found = all.into_iter().chain(narrow).find(fits);
            found.unwrap_or(Type::I64)
        }
    });
    let constant = match (constant, ty.is_float()) {
        (Constant::Int(n), true) => Constant::Float(n as f64),
        (constant, _) => constant,
    };
    let mut stored = Vec::new();
    (ty.push(constant, &mut stored))
        .map_err(|_| refused(py, format!("{name} is {value}, which does not fit {ty}")))?;
    Ok(by_value(slot, ty, Shape::scalar(), stored))
}

fn not_an_array(py: Python<'_>, slot: &Slot<'_>) -> PyErr {
    let name = &slot.name;
    let what = (slot.parameter).and_then(|it| it.type_name.as_deref());
    let what = what.map_or("an array".into(), |ty| format!("an array ({ty})"));
    refused(
        py,
        format!("{name} is {what}, and one number is given: pass np.array([...], dtype)"),
    )
}

/// The bytes of an object, their type where the buffer protocol has no word for it, and whether it is
/// a scalar of NumPy's.
fn buffer(
    slot: &Slot<'_>,
    value: &Bound<'_, PyAny>,
) -> PyResult<(PyUntypedBuffer, Option<Type>, bool)> {
    let py = value.py();
    let error = match PyUntypedBuffer::get(value) {
        Ok(buffer) => return Ok((buffer, None, false)),
        Err(error) => error,
    };
    // The buffers of what has no dimensions are not exported to all readers.
    if let Ok(0) = value.getattr("ndim").and_then(|it| it.extract::<usize>()) {
        let scalar = py.import("numpy")?.getattr("generic")?;
        let is_scalar = value.is_instance(&scalar)?;
        let array = value.call_method1("reshape", (1,))?;
        let (buffer, ty, _) = self::buffer(slot, &array)?;
        return Ok((buffer, ty, is_scalar));
    }
    // NumPy's arrays of types that it does not know itself.
    if let Ok(dtype) = value.getattr("dtype")
        && error.is_instance_of::<PyValueError>(py)
        && let Ok(size) = dtype
            .getattr("itemsize")
            .and_then(|size| size.extract::<usize>())
        && let Ok(view) = value.call_method1("view", (format!("u{size}"),))
    {
        let is_bf16 = dtype.getattr("name")?.extract::<String>()? == "bfloat16";
        let ty = is_bf16.then_some(Type::Bf16);
        return Ok((PyUntypedBuffer::get(&view)?, ty, false));
    }
    // Tensors of other libraries, as far as they lie in this process.
    if value.hasattr("__dlpack__")? {
        let shared = py.import("numpy")?.call_method1("from_dlpack", (value,));
        let shared = shared.map_err(|error| {
            let why = error.value(py);
            let message = format!(
                "{} cannot be used in place ({why}): pass a tensor on the CPU whose elements are of a \
                 type that NumPy has",
                slot.name
            );
            refused(py, message)
        })?;
        return Ok((PyUntypedBuffer::get(&shared)?, None, false));
    }
    let kind = value.get_type().name()?;
    let message = format!(
        "{} is {kind}, which is neither an array nor a number: pass a NumPy array, or anything \
         with a buffer",
        slot.name
    );
    Err(refused(py, message))
}

/// Weak references to an array and to those that it is a view of: NumPy resizes nothing that has one.
fn references(value: &Bound<'_, PyAny>) -> Vec<Py<PyWeakrefReference>> {
    const DEEPEST: usize = 64;
    let mut all = Vec::new();
    let mut array = value.clone();
    for _ in 0..DEEPEST {
        if let Ok(reference) = PyWeakrefReference::new(&array) {
            all.push(reference.unbind());
        }
        match array.getattr("base") {
            Ok(base) if !base.is_none() => array = base,
            _ => break,
        }
    }
    all
}

/// The type of elements, by the letters of Python's `struct`.
fn element_type(buffer: &PyUntypedBuffer) -> Option<Type> {
    let format = buffer.format().to_bytes();
    let letter = match format {
        [letter] => *letter,
        [b'@' | b'=' | b'<', letter] => *letter,
        // Records are bytes to a kernel.
        [b'T', b'{', ..] => return Some(Type::U8),
        _ => return None,
    };
    let size = buffer.item_size();
    let sized = |all: &[Type]| all.iter().copied().find(|ty| ty.size() == size);
    match letter {
        b'?' | b'B' | b'H' | b'I' | b'L' | b'Q' | b'N' | b'c' | b'V' => {
            sized(&[Type::U8, Type::U16, Type::U32, Type::U64])
        }
        b'b' | b'h' | b'i' | b'l' | b'q' | b'n' => {
            sized(&[Type::I8, Type::I16, Type::I32, Type::I64])
        }
        b'e' | b'f' | b'd' => sized(&[Type::F16, Type::F32, Type::F64]),
        _ => None,
    }
}

/// The type that OpenCL C calls so.
fn foreign(name: &str) -> Option<Type> {
    match name {
        "size_t" => Some(Type::U64),
        "ptrdiff_t" => Some(Type::I64),
        name => Type::from_foreign_name(name),
    }
}

/// What the kernel says that it points to, where it says so.
fn check_element(py: Python<'_>, slot: &Slot<'_>, ty: Type, shape: &Shape) -> PyResult<()> {
    let Some(parameter) = slot.parameter else {
        return Ok(());
    };
    let name = &slot.name;
    if parameter.kind == ParameterKind::Value {
        return Ok(());
    }
    let Some(wanted) = parameter.type_name.as_deref() else {
        return Ok(());
    };
    let element = wanted.trim_end_matches(['*', ' ']);
    let element = element.trim_end_matches(|c: char| c.is_ascii_digit());
    // Bytes may be anything.
    let Some(known) = foreign(element).filter(|it| it.size() > 1) else {
        return Ok(());
    };
    if known.size() == ty.size() && known.is_float() == ty.is_float() {
        return Ok(());
    }
    let dtype = dtype(known);
    let message = format!(
        "{name} is {ty}{shape}, but the kernel takes {wanted}: pass {name}.astype(np.{dtype}), or \
         {name}.view(np.{dtype}) if its bits are meant"
    );
    Err(refused(py, message))
}

/// What NumPy calls a type.
pub fn dtype(ty: Type) -> &'static str {
    match ty {
        Type::U8 => "uint8",
        Type::U16 | Type::Bf16 => "uint16",
        Type::U32 => "uint32",
        Type::U64 => "uint64",
        Type::I8 => "int8",
        Type::I16 => "int16",
        Type::I32 => "int32",
        Type::I64 => "int64",
        Type::F16 => "float16",
        Type::F32 => "float32",
        Type::F64 => "float64",
    }
}
