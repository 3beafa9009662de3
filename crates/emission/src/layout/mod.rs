//! Line breaking: statements come in on one line each, as the printer gives them, and go out as prettier would leave
//! them (single quotes, otherwise its defaults). Only what our printer writes is understood, not all of JavaScript.

mod parse;
mod render;

/// Prettier's line width.
pub(crate) const WIDTH: usize = 80;

/// One step of indentation.
pub(crate) const INDENT: usize = 2;

/// Lays out one statement that stands at `depth` steps of indentation. The first line is indented too.
pub(crate) fn statement(text: &str, depth: usize) -> String {
    let indent = depth * INDENT;
    format!("{}{}", " ".repeat(indent), render::statement(&parse::parse(text), indent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, depth: usize, expected: &str) {
        assert_eq!(statement(text, depth), expected);
    }

    #[test]
    fn what_fits_stays_on_its_line() {
        check("expect(list.remove(node)).toBe(true);", 1, "  expect(list.remove(node)).toBe(true);");
        check(
            "f([], {}, () => {}, [1, 'a, b)'], /[/)]+/g);",
            0,
            "f([], {}, () => {}, [1, 'a, b)'], /[/)]+/g);",
        );
        check("const x = { a: 1, 'b-c': [{ d: 1 }] };", 0, "const x = { a: 1, 'b-c': [{ d: 1 }] };");
    }

    #[test]
    fn keys_that_are_numbers_lose_their_quotes() {
        check(
            "f({ '12': 1, '012': '3', '1.5': 2, '1e3': 3 });",
            0,
            "f({ 12: 1, '012': '3', 1.5: 2, '1e3': 3 });",
        );
    }

    #[test]
    fn holes_are_spaced_and_numbers_lose_their_plus() {
        check(
            "f([1,, 2], [,], [1,,], [, 1], 1e+21, 'e+1');",
            0,
            "f([1, , 2], [,], [1, ,], [, 1], 1e21, 'e+1');",
        );
    }

    #[test]
    fn the_last_argument_is_hugged_when_it_is_an_object_an_array_or_a_function() {
        check(
            "expect(parse('some longer text to parse')).toEqual({ alpha: 'first value', beta: 'second value' });",
            0,
            "expect(parse('some longer text to parse')).toEqual({\n  alpha: 'first value',\n  beta: 'second value',\n});",
        );
        check(
            "assert.throws(() => list.insertBefore(node1, node2), { name: 'TypeError', message: 'node is not in the list' });",
            1,
            "  assert.throws(() => list.insertBefore(node1, node2), {\n    name: 'TypeError',\n    message: 'node is not in the list',\n  });",
        );
        check(
            "run(1, (a) => {\n  const b = a;\n  return b;\n});",
            1,
            "  run(1, (a) => {\n    const b = a;\n    return b;\n  });",
        );
    }

    #[test]
    fn other_arguments_go_on_lines_of_their_own() {
        check(
            "expect(interpolate('some longer template with holes', 'another rather long text')).toBe(true);",
            0,
            "expect(\n  interpolate('some longer template with holes', 'another rather long text'),\n).toBe(true);",
        );
        check(
            "expect(f(1)).toBe('a text that is long enough to need a line of its own, however it is called');",
            0,
            "expect(f(1)).toBe(\n  'a text that is long enough to need a line of its own, however it is called',\n);",
        );
    }

    #[test]
    fn matrices_always_break_and_numbers_fill_lines() {
        check(
            "f(new Map([['a', 1], ['b', 2]]));",
            0,
            "f(\n  new Map([\n    ['a', 1],\n    ['b', 2],\n  ]),\n);",
        );
        let numbers = (100..124).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
        check(
            &format!("const array = [{numbers}];"),
            0,
            "const array = [\n  100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114,\n  115, 116, 117, 118, 119, 120, 121, 122, 123,\n];",
        );
    }

    #[test]
    fn a_long_string_moves_below_its_name() {
        check(
            "const text = 'a text that is long enough to need a line of its own, however it is called';",
            0,
            "const text =\n  'a text that is long enough to need a line of its own, however it is called';",
        );
        check(
            "f({ message: 'a text that is long enough to need a line of its own, however it is ca' });",
            0,
            "f({\n  message:\n    'a text that is long enough to need a line of its own, however it is ca',\n});",
        );
    }

    #[test]
    fn functions_among_the_arguments_are_laid_out_as_their_bodies_ask() {
        check(
            "run('a text that takes some room', 'and another one', (value) => ({ alpha: value, beta: 1 }));",
            0,
            "run('a text that takes some room', 'and another one', (value) => ({\n  alpha: value,\n  beta: 1,\n}));",
        );
        check(
            "run(new Map(), (value) => new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]), 'a');",
            0,
            "run(\n  new Map(),\n  (value) =>\n    new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),\n  'a',\n);",
        );
        check("run(() => a, (b) => b);", 0, "run(\n  () => a,\n  (b) => b,\n);");
        check("check(run(() => a), 1);", 0, "check(\n  run(() => a),\n  1,\n);");
        check("check(await run(() => a), 1);", 0, "check(await run(() => a), 1);");
        check("run(() => {\na();\n}, TypeError);", 0, "run(() => {\n  a();\n}, TypeError);");
    }
}
