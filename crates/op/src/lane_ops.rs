//! `lane_ops!`, the form in which meaning is written, and `collect_ops!`, which makes one
//! [`Op`](crate::Op) of it all.
//!
//! A family is a file: `lane_ops! { int: ... }` in `int.rs`. Each entry becomes a public function
//! and a marker type that implements `LaneOp`, from which kernels are compiled. The family also
//! becomes a macro of its own name that hands its entries on, because only a macro can gather the
//! variants of one enum from several files. `lane_ops! { sign keeps nan: ... }` are functions that
//! give NaNs bits of their own, whatever the machine's rule is; `nan(...)` behind the result of a
//! function names another rule of `nan::Rule`.

macro_rules! lane_ops {
    ($family:ident $(keeps $nan:ident)?: $(
        $(#[doc = $doc:literal])*
        $variant:ident = $name:ident($($arg:ident: $ty:ident),*) -> $result:ident
            $(nan($rule:ident))? $body:block
        $(| without fma $software:block)?
    )*) => {
        $(
            $(#[doc = $doc])*
            #[inline(always)]
            pub fn $name($($arg: $ty),*) -> $result $body
        )*

        /// One marker type for each function above.
        pub(crate) mod lane {
            #[allow(unused_imports)]
            use super::*;
            use $crate::nan::Rule;
            /// That of functions which name none.
            const NANS: Rule = lane_ops! { @family $($nan)? };
            $(
                pub struct $variant;
                impl $crate::kernel::LaneOp for $variant {
                    type Args = ($($ty,)*);
                    type Result = $result;
                    const NANS: Rule = lane_ops! { @rule $($rule)? };
                    #[inline(always)]
                    fn apply(($($arg,)*): Self::Args) -> $result {
                        super::$name($($arg),*)
                    }
                    lane_ops! { @software ($($arg)*) -> $result, $($software)? }
                }
            )*
        }

        lane_ops! { @hand_on ($) $family: $($variant $name ($($doc)*) $result,)* }
    };

    (@family) => { Rule::First };
    (@family nan) => { Rule::Own };

    (@rule) => { NANS };
    (@rule byte) => { Rule::Byte };
    (@rule product) => { Rule::Product };
    (@rule difference) => { Rule::Difference };
    (@rule canonical) => { Rule::Canonical };

    (@software ($($arg:ident)*) -> $result:ident,) => {};
    (@software ($($arg:ident)*) -> $result:ident, $software:block) => {
        #[inline(always)]
        fn apply_without_fma(($($arg,)*): Self::Args) -> $result $software
    };

    // `$d` is a dollar sign: the inner macro needs its own.
    (@hand_on ($d:tt) $family:ident: $($entry:tt)*) => {
        macro_rules! $family {
            ([$d($next:ident)*] [$d($done:tt)*]) => {
                collect_ops! { [$d($next)*] [$d($done)* $family { $($entry)* }] }
            };
        }
    };
}

macro_rules! collect_ops {
    // Ask the next family for its entries.
    ([$family:ident $($next:ident)*] [$($done:tt)*]) => {
        $family! { [$($next)*] [$($done)*] }
    };
    // All families have answered.
    ([] [$($family:ident { $($variant:ident $name:ident ($($doc:literal)*) $result:ident,)* })*]) => {
        /// What an instruction computes in one lane.
        ///
        /// A variant's documentation is also what [`Op::doc`] returns at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Op {
            $($( $(#[doc = $doc])* $variant, )*)*
        }

        impl Op {
            /// Every op, in the order of their discriminants.
            pub const ALL: &'static [Op] = &[$($( Op::$variant, )*)*];
        }

        /// How many ops there are.
        pub(crate) const COUNT: usize = Op::ALL.len();

        /// What is known about each op without running it, and its scalar form.
        pub(crate) static ROWS: [$crate::op::Row; COUNT] = [$($(
            $crate::op::Row::of::<$crate::$family::lane::$variant>(
                stringify!($variant), stringify!($name), concat!($($doc, "\n"),*)
            ),
        )*)*];

        /// The kernels of every op, compiled for one level.
        macro_rules! kernel_table {
            ($level:ident) => {
                [$($( $level::kernel::<$crate::$family::lane::$variant> as $crate::Kernel, )*)*]
            };
        }

        /// The kernels of every op for machines that pass NaNs on.
        macro_rules! passing_kernel_table {
            ($level:ident) => {
                [$($(
                    if $crate::nan::passes::<$crate::$family::lane::$variant>() {
                        $level::passing_kernel::<$crate::$family::lane::$variant> as $crate::Kernel
                    } else {
                        $level::kernel::<$crate::$family::lane::$variant> as $crate::Kernel
                    },
                )*)*]
            };
        }

        /// The mask kernels of every op that returns `bool`, compiled for one level.
        macro_rules! mask_kernel_table {
            ($level:ident) => {
                [$($( if_bool!($result, $level::mask_kernel::<$crate::$family::lane::$variant>), )*)*]
            };
        }
    };
}

macro_rules! if_bool {
    (bool, $kernel:expr) => {
        Some($kernel as $crate::MaskKernel)
    };
    ($other:ident, $kernel:expr) => {
        None
    };
}
