//! Strings as JavaScript has them: sequences of UTF-16 code units, which need not be valid Unicode.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A JavaScript string. Nearly all are ordinary text; lone surrogates are kept exactly.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JsString {
    /// Valid Unicode.
    Text(String),
    /// Contains at least one lone surrogate.
    Units(Vec<u16>),
}

impl JsString {
    /// The code units, as `charCodeAt` would give them.
    pub fn units(&self) -> Vec<u16> {
        match self {
            Self::Text(text) => text.encode_utf16().collect(),
            Self::Units(units) => units.clone(),
        }
    }

    /// Makes a string from code units, choosing the ordinary form whenever they are valid.
    pub fn from_units(units: Vec<u16>) -> Self {
        match String::from_utf16(&units) {
            Ok(text) => Self::Text(text),
            Err(_) => Self::Units(units),
        }
    }

    /// The ordinary text, if it is that.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Units(_) => None,
        }
    }

    /// Length in code units, as JavaScript counts.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.encode_utf16().count(),
            Self::Units(units) => units.len(),
        }
    }

    /// Whether the string has no code unit at all.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Units(units) => units.is_empty(),
        }
    }
}

impl From<&str> for JsString {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for JsString {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl fmt::Debug for JsString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => text.fmt(f),
            Self::Units(units) => write!(f, "units{units:?}"),
        }
    }
}

/// Ordinary text travels as a JSON string, anything else as an array of code units: JSON parsers refuse lone
/// surrogates.
impl Serialize for JsString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Units(units) => units.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for JsString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Wire {
            Text(String),
            Units(Vec<u16>),
        }
        Ok(match Wire::deserialize(deserializer)? {
            Wire::Text(text) => Self::Text(text),
            Wire::Units(units) => Self::from_units(units),
        })
    }
}
