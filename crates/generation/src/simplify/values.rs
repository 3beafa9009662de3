//! Simpler values: each expression of each step is replaced by plainer ones of its kind. Another kind of value would be
//! another test.

use kiskadee_model::{Block, Expr, JsString, Number, SymbolExpr};

pub(super) fn simpler(block: &Block) -> Vec<Block> {
    let mut made = Vec::new();
    let places = count_places(block);
    for place in 0..places {
        let mut alternatives = Vec::new();
        visit(&mut block.clone(), place, &mut |expr| alternatives = plainer(expr));
        for alternative in alternatives {
            let mut changed = block.clone();
            visit(&mut changed, place, &mut |expr| *expr = alternative.clone());
            made.push(changed);
        }
    }
    made
}

fn count_places(block: &Block) -> usize {
    let mut copy = block.clone();
    let mut seen = 0;
    walk_block(&mut copy, &mut |_| {
        seen += 1;
        true
    });
    seen
}

/// Visits the expression at a place, counted in the order of reading.
fn visit(block: &mut Block, place: usize, change: &mut dyn FnMut(&mut Expr)) {
    let mut at = 0;
    walk_block(block, &mut |expr| {
        let here = at == place;
        at += 1;
        if here {
            change(expr);
        }
        !here
    });
}

/// Walks all expressions of a block, outer ones first; `enter` says whether to go inside.
fn walk_block(block: &mut Block, enter: &mut dyn FnMut(&mut Expr) -> bool) {
    for step in &mut block.steps {
        for operand in step.operands_mut() {
            walk(operand, enter);
        }
    }
    if let Some(result) = &mut block.result {
        walk(result, enter);
    }
}

fn walk(expr: &mut Expr, enter: &mut dyn FnMut(&mut Expr) -> bool) {
    if !enter(expr) {
        return;
    }
    if let Expr::Callback(callback) = expr {
        walk_block(&mut callback.body, enter);
        return;
    }
    for child in expr.children_mut() {
        walk(child, enter);
    }
}

/// Plainer values in place of one, the plainest first.
fn plainer(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Undefined | Expr::Null | Expr::Bool(_) | Expr::Api(_) | Expr::Var(_) | Expr::Global(_) => {
            Vec::new()
        }
        Expr::Number(number) => numbers(*number),
        Expr::String(text) => strings(text),
        Expr::BigInt(_) => vec![Expr::BigInt("0".into()), Expr::BigInt("1".into())],
        Expr::Symbol(_) => vec![Expr::Symbol(SymbolExpr::Fresh("a".into()))],
        Expr::Array(elements) => {
            // An empty array shows little; one with an element is short enough.
            let mut made = Vec::new();
            if elements.len() > 1 {
                made.extend(elements.iter().filter(|e| e.is_some()).map(|e| Expr::Array(vec![e.clone()])));
                for index in 0..elements.len() {
                    let mut shorter = elements.clone();
                    shorter.remove(index);
                    made.push(Expr::Array(shorter));
                }
            }
            let filled = elements.iter().map(|e| Some(e.clone().unwrap_or(Expr::Undefined))).collect();
            made.push(Expr::Array(filled));
            made
        }
        Expr::Object(members) => {
            let mut made = vec![Expr::Object(Vec::new())];
            for index in 0..members.len() {
                let mut fewer = members.clone();
                fewer.remove(index);
                made.push(Expr::Object(fewer));
            }
            made
        }
        Expr::Map(entries) => {
            let fewer = (0..entries.len()).map(|index| {
                let mut fewer = entries.clone();
                fewer.remove(index);
                Expr::Map(fewer)
            });
            fewer.collect()
        }
        Expr::Set(values) => {
            let fewer = (0..values.len()).map(|index| {
                let mut fewer = values.clone();
                fewer.remove(index);
                Expr::Set(fewer)
            });
            fewer.collect()
        }
        Expr::TypedArray { kind, elements } => {
            let fewer = (0..elements.len()).map(|index| {
                let mut fewer = elements.clone();
                fewer.remove(index);
                Expr::TypedArray { kind: *kind, elements: fewer }
            });
            fewer.collect()
        }
        Expr::Callback(callback) => {
            let mut made = Vec::new();
            let mut empty = callback.clone();
            empty.body = Block::default();
            empty.is_async = false;
            empty.params.clear();
            made.push(Expr::Callback(empty));
            let mut without_params = callback.clone();
            without_params.params.clear();
            made.push(Expr::Callback(without_params));
            let mut sync = callback.clone();
            sync.is_async = false;
            made.push(Expr::Callback(sync));
            made
        }
        Expr::Error { class, .. } => vec![
            Expr::Error { class: kiskadee_model::ErrorClass::Error, message: "a".into() },
            Expr::Error { class: *class, message: "a".into() },
        ],
        Expr::Resolved(_) => vec![Expr::Resolved(Box::new(Expr::number(1.0)))],
        Expr::Rejected(_) => vec![Expr::Rejected(Box::new(Expr::number(1.0)))],
        Expr::New { class, args } => {
            let fewer = |length| Expr::New { class: class.clone(), args: args[..length].to_vec() };
            (0..args.len()).map(fewer).collect()
        }
        Expr::Date(_) => vec![Expr::Date(Number(0.0))],
        Expr::RegExp { .. } => vec![Expr::RegExp { source: "a".into(), flags: String::new() }],
        Expr::ArrayBuffer(_) => vec![Expr::ArrayBuffer(0), Expr::ArrayBuffer(1)],
        Expr::Buffer(_) => vec![Expr::Buffer("a".into())],
    }
}

fn numbers(number: Number) -> Vec<Expr> {
    if number == Number(1.0) {
        return Vec::new();
    }
    let plain = [1.0, 2.0, 3.0, 0.0, 10.0, -1.0];
    let whole = number.0.trunc();
    let halves = [whole, (number.0 / 2.0).trunc(), number.0.abs()];
    let candidates = plain.into_iter().chain(halves.into_iter().filter(|n| n.is_finite()));
    candidates.filter(|n| Number(*n) != number).map(Expr::number).collect()
}

fn strings(text: &JsString) -> Vec<Expr> {
    if text.as_str() == Some("a") {
        return Vec::new();
    }
    let mut made = vec![Expr::string("a"), Expr::string("b"), Expr::string("")];
    let units = text.units();
    // Halves first, then single characters: long noise shrinks in few runs.
    let half = units.len() / 2;
    if half > 0 {
        made.push(Expr::String(JsString::from_units(units[..half].to_vec())));
        made.push(Expr::String(JsString::from_units(units[half..].to_vec())));
    }
    if units.len() <= 24 {
        for index in 0..units.len() {
            let mut shorter = units.clone();
            shorter.remove(index);
            made.push(Expr::String(JsString::from_units(shorter)));
        }
        for index in 0..units.len() {
            let mut plain = units.clone();
            plain[index] = u16::from(b'a');
            made.push(Expr::String(JsString::from_units(plain)));
        }
    }
    made.retain(|candidate| *candidate != Expr::String(text.clone()));
    made
}
