//! Errors as values: a stable code and parameters for programs and for catalogues of words, and an English text.
//!
//! [`faults!`](crate::faults) declares an enum of what can be wrong; [`Explanation`] is how it is told to other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::error::Error;
use std::fmt;

/// What is wrong, in a form that programs can tell apart and catalogues of words can translate.
pub trait Explain: Error {
    /// What is wrong: a name in snake case that never changes.
    fn code(&self) -> &'static str;

    /// What the English text is made with, by name.
    fn parameters(&self) -> Vec<(&'static str, Parameter)>;

    /// Adds every code that such an error may have, with those of the errors that are its parameters.
    fn list(codes: &mut Codes)
    where
        Self: Sized;

    /// Where in what was sent, if that can be said.
    fn at(&self) -> Option<String> {
        None
    }

    /// The error as other programs are told of it.
    fn explanation(&self) -> Explanation {
        let parameters = self.parameters().into_iter();
        Explanation {
            code: self.code().to_owned(),
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).collect(),
            message: self.to_string(),
            at: self.at(),
        }
    }
}

/// An error as other programs are told of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// What is wrong: a name that never changes.
    pub code: String,
    /// What it is about, by name.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "BTreeMap::is_empty"))]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub parameters: BTreeMap<String, Parameter>,
    /// The same in English, for people.
    pub message: String,
    /// Where in what was sent.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub at: Option<String>,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// What an error is about.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Parameter {
    /// A number.
    Number(i64),
    /// A text that is the same in every language.
    Text(String),
    /// Another error, which has words of its own.
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    Explanation(Box<Explanation>),
}

/// What can be a parameter of an error.
pub trait ToParameter {
    /// The parameter.
    fn to_parameter(&self) -> Parameter;

    /// Adds the codes that the parameter may have, if it is an error.
    fn list(_codes: &mut Codes) {}
}

impl<E: Explain> ToParameter for E {
    fn to_parameter(&self) -> Parameter {
        Parameter::Explanation(Box::new(self.explanation()))
    }

    fn list(codes: &mut Codes) {
        E::list(codes);
    }
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl ToParameter for $type {
            fn to_parameter(&self) -> Parameter {
                Parameter::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize i32);

/// Makes parameters of types whose `Display` is the same in every language, such as the cells of a board.
#[macro_export]
macro_rules! text_parameters {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::ToParameter for $type {
            fn to_parameter(&self) -> $crate::Parameter {
                $crate::Parameter::Text(self.to_string())
            }
        }
    )+};
}

text_parameters!(char, &str, String, std::borrow::Cow<'_, str>);

impl<E: Explain> Explain for Box<E> {
    fn code(&self) -> &'static str {
        E::code(self)
    }

    fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        E::parameters(self)
    }

    fn list(codes: &mut Codes) {
        E::list(codes);
    }
}

/// Nothing can be wrong.
impl Explain for Infallible {
    fn code(&self) -> &'static str {
        match *self {}
    }

    fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        match *self {}
    }

    fn list(_codes: &mut Codes) {}
}

/// So many of something, in the English texts: `1 piece`, `2 pieces`.
pub fn counted<N: Copy + fmt::Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// A code with what belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// The code itself.
    pub code: &'static str,
    /// The names of its parameters.
    pub parameters: &'static [&'static str],
    /// The English text, with the parameters in braces.
    pub text: &'static str,
}

/// A list of codes, each there once.
#[derive(Clone, Default, Debug)]
pub struct Codes {
    codes: Vec<Code>,
    /// The names of the types whose codes are there.
    types: BTreeSet<&'static str>,
}

impl Codes {
    /// Every code that an error may have, with those of the errors that are its parameters.
    #[must_use]
    pub fn of<E: Explain>() -> Codes {
        let mut codes = Codes::default();
        E::list(&mut codes);
        codes
    }

    /// Adds the codes that an error of this type has itself; false if they are there already.
    pub fn add<E: Explain>(&mut self, own: &[Code]) -> bool {
        let is_new = self.types.insert(std::any::type_name::<E>());
        for code in own {
            if !self.codes.contains(code) {
                self.codes.push(*code);
            }
        }
        is_new
    }

    /// The codes in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Code> {
        self.codes.iter()
    }
}

/// Declares an enum of what can be wrong, with [`Explain`] and `Display`; it can be cloned and compared.
///
/// A variant has its code and its English text, which may name its fields; what else the text names follows it, as in
/// `format!`. The text documents the variant; a comment says what it does not. A variant that only holds another error
/// says nothing itself: that one's code and words are its own. With `#[from]` the operator `?` makes it.
///
/// ```
/// use halte_game::{Codes, Explain, faults};
///
/// faults! {
///     /// Why there is no tea.
///     pub enum NoTea {
///         #[fault("tea_no_water", "there is no water")]
///         NoWater,
///         /// Somebody took the cups.
///         #[fault("tea_few_cups", "{guests} guests have {cups}", cups = if *cups == 1 { "a cup" } else { "no cup" })]
///         FewCups { guests: u8, cups: u8 },
///     }
/// }
///
/// let error = NoTea::FewCups { guests: 3, cups: 1 };
/// assert_eq!(error.to_string(), "3 guests have a cup");
/// assert_eq!(error.code(), "tea_few_cups");
/// assert_eq!(Codes::of::<NoTea>().iter().count(), 2);
/// ```
#[macro_export]
macro_rules! faults {
    // Takes the variants apart, one after the other: those with a code, and those that hold another error.
    (@ $head:tt [$($plain:tt)*] $held:tt
        $(#[doc = $doc:literal])*
        #[fault($code:literal, $text:literal $(, $($argument:tt)+)?)]
        $variant:ident $({ $($(#[doc = $about:literal])* $field:ident: $type:ty),+ $(,)? })?,
        $($rest:tt)*
    ) => {
        $crate::faults!(@ $head
            [$($plain)* ([$($doc)*] $code, ($text $(, $($argument)+)?) $variant $({ $($field: $type,)+ })?)]
            $held $($rest)*);
    };
    (@ $head:tt $plain:tt [$($held:tt)*]
        $(#[doc = $doc:literal])+
        $(#[$from:ident])?
        $variant:ident($type:ty),
        $($rest:tt)*
    ) => {
        $crate::faults!(@ $head $plain [$($held)* ([$($doc)+] [$($from)?] $variant $type)] $($rest)*);
    };
    (@ ([$(#[$attribute:meta])*] $visibility:vis $name:ident [$($F:ident)?] $generics:tt)
        [$(([$($doc:literal)*] $code:literal, ($text:literal $($argument:tt)*)
            $variant:ident $({ $($field:ident: $type:ty,)+ })?))*]
        [$(([$($held_doc:literal)+] $from:tt $holder:ident $held:ty))*]
    ) => {
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "a field is what the text shows in its place")]
        $visibility enum $name $(<$F>)? {
            $($(#[doc = $doc])* #[doc = ::core::concat!("`", $text, "`")] $variant $({ $($field: $type,)+ })?,)*
            $($(#[doc = $held_doc])+ $holder($held),)*
        }

        impl $(<$F: $crate::Explain>)? ::core::fmt::Display for $name $(<$F>)? {
            #[allow(unused_variables, reason = "a text need not show every parameter")]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $(Self::$variant { $($($field),+)? } => ::core::write!(f, $text $($argument)*),)*
                    $(Self::$holder(held) => ::core::fmt::Display::fmt(held, f),)*
                }
            }
        }

        impl $(<$F: $crate::Explain>)? ::core::error::Error for $name $(<$F>)? {}

        impl $(<$F: $crate::Explain>)? $crate::Explain for $name $(<$F>)? {
            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)*
                    $(Self::$holder(held) => $crate::Explain::code(held),)*
                }
            }

            fn parameters(&self) -> ::std::vec::Vec<(&'static str, $crate::Parameter)> {
                match self {
                    $(Self::$variant { $($($field),+)? } => ::std::vec![
                        $($((::core::stringify!($field), $crate::ToParameter::to_parameter($field))),+)?
                    ],)*
                    $(Self::$holder(held) => $crate::Explain::parameters(held),)*
                }
            }

            fn at(&self) -> ::core::option::Option<::std::string::String> {
                match self {
                    $(Self::$variant { .. } => ::core::option::Option::None,)*
                    $(Self::$holder(held) => $crate::Explain::at(held),)*
                }
            }

            fn list(codes: &mut $crate::Codes) {
                let own = [$($crate::Code {
                    code: $code,
                    parameters: &[$($(::core::stringify!($field)),+)?],
                    text: $text,
                }),*];
                if codes.add::<Self>(&own) {
                    $($($(<$type as $crate::ToParameter>::list(codes);)+)?)*
                    $(<$held as $crate::Explain>::list(codes);)*
                }
            }
        }

        $($crate::faults!(@$from $generics $name $holder $held);)*
    };
    (@[from] [$($F:ident)?] $name:ident $holder:ident $held:ty) => {
        impl $(<$F: $crate::Explain>)? From<$held> for $name $(<$F>)? {
            fn from(held: $held) -> Self {
                Self::$holder(held)
            }
        }
    };
    (@[] $generics:tt $name:ident $holder:ident $held:ty) => {};
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident $(<$F:ident>)? { $($variants:tt)* }) => {
        $crate::faults!(@ ([$(#[$attribute])*] $visibility $name [$($F)?] [$($F)?]) [] [] $($variants)*);
    };
}
