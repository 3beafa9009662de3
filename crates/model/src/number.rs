//! Numbers as JavaScript has them: compared by identity, so that NaN equals itself and -0 is not 0.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A JavaScript number, equal to another as `Object.is` would have it and printed as JavaScript prints it.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl Number {
    /// Whether this is negative zero, which prints like zero in most of JavaScript but behaves differently.
    pub fn is_negative_zero(self) -> bool {
        self.0 == 0.0 && self.0.is_sign_negative()
    }

    fn identity(self) -> u64 {
        if self.0.is_nan() { f64::NAN.to_bits() } else { self.0.to_bits() }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self(value)
    }
}

/// The text is a JavaScript expression: `-0`, `NaN` and `Infinity` included.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_negative_zero() {
            return f.write_str("-0");
        }
        f.write_str(ryu_js::Buffer::new().format(self.0))
    }
}

/// JSON has no NaN, no infinities and no reliable -0, so those travel as strings.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() && !self.is_negative_zero() {
            serializer.serialize_f64(self.0)
        } else {
            serializer.serialize_str(&self.to_string())
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Wire<'a> {
            Plain(f64),
            Special(&'a str),
            Owned(String),
        }
        let special = |text: &str| match text {
            "-0" => Ok(Number(-0.0)),
            "NaN" => Ok(Number(f64::NAN)),
            "Infinity" => Ok(Number(f64::INFINITY)),
            "-Infinity" => Ok(Number(f64::NEG_INFINITY)),
            other => Err(de::Error::custom(format!("`{other}` is not a number"))),
        };
        match Wire::deserialize(deserializer)? {
            Wire::Plain(value) => Ok(Number(value)),
            Wire::Special(text) => special(text),
            Wire::Owned(text) => special(&text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_javascript_prints_them() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.5, "1.5"),
            (1e21, "1e+21"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(Number(value).to_string(), text);
        }
    }

    #[test]
    fn equality_is_object_is() {
        assert_eq!(Number(f64::NAN), Number(-f64::NAN));
        assert_ne!(Number(0.0), Number(-0.0));
    }
}
