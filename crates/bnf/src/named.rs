//! Enumerations whose values have names.

/// Defines an enumeration with a name for each value, the list `ALL` of its values, and `Display`,
/// which shows the name. After `"what";`, `FromStr` is defined too: its error says that no `what`
/// has the name. If a function is declared after the enumeration, it returns the expression that
/// follows the name of each value.
///
/// ```
/// urlbnf_bnf::named! {
///     "colour";
///     /// A colour.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Colour {
///         /// As of a rose.
///         Red = "red": 700,
///         /// As of the sky.
///         Blue = "blue": 450,
///     }
///     /// The wavelength in nanometres.
///     pub fn wavelength(self) -> u16;
/// }
///
/// assert_eq!(Colour::ALL.map(Colour::name), ["red", "blue"]);
/// assert_eq!(Colour::ALL.map(Colour::wavelength), [700, 450]);
/// assert_eq!("red".parse(), Ok(Colour::Red));
/// let error = "pink".parse::<Colour>().unwrap_err().to_string();
/// assert_eq!(error, "no colour is called `pink`; there are red, blue");
/// ```
#[macro_export]
macro_rules! named {
    ($what:literal; $($definition:tt)+) => {
        $crate::named! { $($definition)+ }
        $crate::named! { @read $what; $($definition)+ }
    };
    (@read $what:literal; $(#[$meta:meta])* pub enum $Type:ident $($values:tt)+) => {
        impl ::std::str::FromStr for $Type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> ::std::result::Result<$Type, Self::Err> {
                let found = $Type::ALL.into_iter().find(|value| value.name() == name);
                found.ok_or_else(|| Self::Err::new($what, name, $Type::ALL.map($Type::name)))
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $Type:ident { $($(#[$of_value:meta])* $Value:ident = $name:literal: $has:expr,)+ }
        $(#[$of_function:meta])*
        $visibility:vis fn $function:ident(self) -> $Has:ty;
    ) => {
        $crate::named! { $(#[$meta])* pub enum $Type { $($(#[$of_value])* $Value = $name,)+ } }

        impl $Type {
            $(#[$of_function])*
            $visibility fn $function(self) -> $Has {
                match self {
                    $($Type::$Value => $has,)+
                }
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $Type:ident { $($(#[$of_value:meta])* $Value:ident = $name:literal,)+ }
    ) => {
        $(#[$meta])*
        pub enum $Type {
            $(
                $(#[$of_value])*
                #[doc = concat!("\n\nIts name is `", $name, "`.")]
                $Value,
            )+
        }

        impl $Type {
            /// All values, in order.
            pub const ALL: [$Type; [$($name),+].len()] = [$($Type::$Value),+];

            /// The stable name.
            pub fn name(self) -> &'static str {
                match self {
                    $($Type::$Value => $name,)+
                }
            }
        }

        impl ::std::fmt::Display for $Type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Implements `Serialize` for a type as the string that `name` returns, and `Deserialize` through
/// `FromStr`. With the feature `schemas`, `Serialize` comes with `JsonSchema`: a string that is one
/// of the names of the values in `ALL`.
///
/// ```
/// urlbnf_bnf::named! {
///     "colour";
///     /// A colour.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Colour {
///         /// As of a rose.
///         Red = "red",
///     }
/// }
/// urlbnf_bnf::serde_by_name! { Serialize, Deserialize for Colour }
///
/// assert_eq!(serde_json::to_string(&Colour::Red)?, r#""red""#);
/// assert_eq!(serde_json::from_str::<Colour>(r#""red""#)?, Colour::Red);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! serde_by_name {
    ($($Trait:ident),+ for $Type:ident) => {
        $($crate::serde_by_name! { @$Trait $Type })+
    };
    (@Serialize $Type:ident) => {
        impl $crate::serde::Serialize for $Type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        $crate::schema_by_name! { $Type }
    };
    (@Deserialize $Type:ident) => {
        impl<'de> $crate::serde::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                let name: ::std::string::String =
                    $crate::serde::Deserialize::deserialize(deserializer)?;
                name.parse().map_err($crate::serde::de::Error::custom)
            }
        }
    };
}

#[doc(hidden)]
#[cfg(feature = "schemas")]
#[macro_export]
macro_rules! schema_by_name {
    ($Type:ident) => {
        impl $crate::schemars::JsonSchema for $Type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                let names = $Type::ALL.map($Type::name);
                $crate::schemars::json_schema!({ "type": "string", "enum": names })
            }
        }
    };
}

#[doc(hidden)]
#[cfg(not(feature = "schemas"))]
#[macro_export]
macro_rules! schema_by_name {
    ($Type:ident) => {};
}
