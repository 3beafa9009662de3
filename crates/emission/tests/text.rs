//! Emitted text, word for word.

mod support;

use kiskadee_emission::{Framework, ModuleFormat, ModuleInfo, Suite, TestCase, emit, emit_in_order, is_ours};
use kiskadee_model::{
    Api, ApiPath, Block, Callback, Callee, Check, Claim, Class, ClassRef, Export, ExportKind, Expr, Failure,
    Key, Op, Place, Root, Signature, Step, Subject, VarId,
};
use support::{
    act, act_member, argument, awaited, call, error, member, method, new, step, strings, test, var,
};

/// Emits tests of the support module and compares everything below the imports.
fn check(framework: Framework, tests: Vec<TestCase>, expected: &str) {
    let mut suite = support::suite("./stack.js", ModuleFormat::Esm, ModuleFormat::Esm, false);
    suite.tests = tests;
    let text = emit(&suite, framework).text;
    let start = text.find("\ndescribe(").expect("there is a describe");
    assert_eq!(text[start..].trim(), expected.trim());
}

/// Emits one call of every given path and compares the statements above the first `describe`.
fn check_imports(
    framework: Framework,
    (format, test_format): (ModuleFormat, ModuleFormat),
    api: Vec<Export>,
    paths: &[ApiPath],
    expected: &[&str],
) {
    let one = |path: &ApiPath| {
        let call = step(0, Callee::Function(path.clone()), vec![]);
        test(vec![call], vec![act(Claim::Is(Expr::Null))], 0.0)
    };
    let suite = Suite {
        module: ModuleInfo {
            specifier: "./slug-tool.js".into(),
            format,
            test_format,
            default_name: "slugTool".into(),
            through_module: false,
            typescript: false,
        },
        api: Api { exports: api, ..Api::default() },
        command: "kiskadee gen slug-tool.js".into(),
        tests: paths.iter().map(one).collect(),
    };
    let text = emit(&suite, framework).text;
    let head = text.split("\ndescribe(").next().unwrap_or_default();
    let lines: Vec<&str> = head
        .lines()
        .skip(1)
        .filter(|line| !line.is_empty() && !line.contains("node:") && !line.contains("vitest"))
        .collect();
    assert_eq!(lines, expected);
}

fn named(name: &str) -> ApiPath {
    ApiPath::export(Root::Named(name.into()))
}

const ESM: (ModuleFormat, ModuleFormat) = (ModuleFormat::Esm, ModuleFormat::Esm);
const CJS: (ModuleFormat, ModuleFormat) = (ModuleFormat::Cjs, ModuleFormat::Cjs);
const CJS_FROM_ESM: (ModuleFormat, ModuleFormat) = (ModuleFormat::Cjs, ModuleFormat::Esm);

#[test]
fn imports_bring_in_what_is_used_under_names_that_are_free() {
    let (vitest, node) = (Framework::Vitest, Framework::NodeTest);
    let default = ApiPath::export(Root::Default);
    let whole = ApiPath::export(Root::Whole);
    check_imports(
        vitest,
        ESM,
        vec![],
        &[named("b"), named("a")],
        &["import { a, b } from './slug-tool.js';"],
    );
    check_imports(
        vitest,
        ESM,
        vec![],
        std::slice::from_ref(&default),
        &["import slugTool from './slug-tool.js';"],
    );
    check_imports(
        vitest,
        ESM,
        vec![],
        &[default.clone(), named("a")],
        &["import slugTool, { a } from './slug-tool.js';"],
    );
    check_imports(
        vitest,
        ESM,
        vec![],
        &[named("expect"), named("delete"), named("a-b")],
        &[
            "import {",
            "  'a-b' as slugToolAb,",
            "  delete as slugToolDelete,",
            "  expect as slugToolExpect,",
            "} from './slug-tool.js';",
        ],
    );
    check_imports(vitest, CJS_FROM_ESM, vec![], &[named("a")], &["import { a } from './slug-tool.js';"]);
    check_imports(
        node,
        CJS_FROM_ESM,
        vec![],
        &[named("a"), named("assert")],
        &[
            "import slugToolModule from './slug-tool.js';",
            "const { a, assert: slugToolAssert } = slugToolModule;",
        ],
    );
    check_imports(node, CJS, vec![], &[named("a")], &["const { a } = require('./slug-tool.js');"]);
    check_imports(
        node,
        CJS,
        vec![],
        std::slice::from_ref(&whole),
        &["const slugTool = require('./slug-tool.js');"],
    );
    check_imports(
        node,
        CJS,
        vec![],
        &[whole, named("a")],
        &["const slugTool = require('./slug-tool.js');", "const { a } = slugTool;"],
    );
    let class = Class { name: "Slugger".into(), ..Class::default() };
    let export = Export { path: default.clone(), kind: ExportKind::Class(class) };
    check_imports(vitest, ESM, vec![export], &[default], &["import Slugger from './slug-tool.js';"]);
}

#[test]
fn the_first_line_marks_the_file_as_ours() {
    let mut suite = support::suite("./stack.js", ModuleFormat::Esm, ModuleFormat::Esm, true);
    suite.tests.truncate(1);
    let text = emit(&suite, Framework::Vitest).text;
    assert!(
        text.starts_with("// Written by Kiskadee. Regenerate with: kiskadee gen stack.js\n// @ts-nocheck\n")
    );
    assert!(is_ours(&text));
    assert!(!is_ours("import { it } from 'vitest';\n"));
}

#[test]
fn arrange_act_and_assert_are_paragraphs() {
    let push = |n| method(n, 0, "push", vec![Expr::string("a")]);
    check(
        Framework::Vitest,
        vec![test(
            vec![new(0, "Stack", vec![]), push(1), push(2)],
            vec![act(Claim::Is(var(0))), member(0, "items", Claim::Equals(strings(&["a", "a"])))],
            0.0,
        )],
        r#"
describe('Stack', () => {
  describe('push', () => {
    it('returns itself for "a"', () => {
      const stack = new Stack();
      stack.push('a');

      expect(stack.push('a')).toBe(stack);

      expect(stack.items).toEqual(['a', 'a']);
    });
  });
});
"#,
    );
}

#[test]
fn tests_come_in_the_order_of_the_api_and_siblings_are_told_apart() {
    let full = || Check::Throws(error("RangeError", Some("the stack is full")));
    let push = |n| method(n, 0, "push", vec![Expr::Null]);
    let tests = vec![
        test(vec![call(0, "first", vec![Expr::Null])], vec![Check::Throws(error("TypeError", None))], 0.0),
        test(vec![new(0, "Stack", vec![Expr::number(1.0)]), push(1), push(2)], vec![full()], 0.0),
        test(vec![new(0, "Stack", vec![Expr::number(0.0)]), push(1)], vec![full()], 0.0),
        test(vec![new(0, "Stack", vec![Expr::number(-1.0)]), push(1)], vec![full()], 0.0),
        test(vec![new(0, "Stack", vec![Expr::number(-1.0)]), push(1)], vec![full()], 0.0),
    ];
    let mut suite = support::suite("./stack.js", ModuleFormat::Esm, ModuleFormat::Esm, false);
    suite.tests = tests;
    let titles = |emitted: kiskadee_emission::Emitted| {
        let mut titles: Vec<(usize, String)> =
            emitted.titles.into_iter().map(|(path, index)| (index, path.join(" > "))).collect();
        titles.sort();
        titles.into_iter().map(|(_, title)| title).collect::<Vec<_>>()
    };
    let emitted = emit(&suite, Framework::NodeTest);
    let expected = [
        "first > throws TypeError for null",
        "Stack > push > throws RangeError for null after push: the stack is full",
        "Stack > push > throws RangeError for null on Stack of 0: the stack is full",
        "Stack > push > throws RangeError for null on Stack of -1: the stack is full",
        "Stack > push > throws RangeError for null on Stack of -1: the stack is full (2)",
    ];
    let place = |text: &str| emitted.text.find(text).expect("it is there");
    assert!(place("describe('Stack'") < place("describe('first'"));
    assert_eq!(titles(emitted.clone()), expected);

    let shuffled = emit_in_order(&suite, Framework::NodeTest, &[1, 0, 2, 4, 3]);
    assert_eq!(shuffled.text.matches("describe('Stack'").count(), 2);
    assert_eq!(titles(shuffled), expected);
}

#[test]
fn a_result_that_is_looked_into_and_an_argument_that_changes_get_names() {
    let removed = Check::Value {
        of: Subject::Place(Place::Argument { step: VarId(0), index: 0 }),
        path: vec![Key::from("a")],
        claim: Claim::Absent,
    };
    check(
        Framework::Vitest,
        vec![
            test(
                vec![call(0, "first", vec![Expr::Object(vec![("a".into(), Expr::number(1.0))])])],
                vec![
                    act_member("kind", Claim::Is(Expr::string("x"))),
                    act_member("next", Claim::InstanceOf(ClassRef::Api(named("Stack")))),
                    removed,
                ],
                0.0,
            ),
            test(
                vec![call(0, "visit", vec![strings(&["b", "a"]), Expr::Null])],
                vec![act(Claim::TypeOf("function")), argument(0, 0, Claim::Equals(strings(&["a", "b"])))],
                0.0,
            ),
        ],
        r#"
describe('first', () => {
  it('returns an object with kind "x" for { a: 1 }', () => {
    const list = { a: 1 };

    const result = first(list);

    expect(result.kind).toBe('x');
    expect(result.next).toBeInstanceOf(Stack);
    expect(Object.hasOwn(list, 'a')).toBe(false);
  });
});

describe('visit', () => {
  it('returns a function for ["b", "a"] and null', () => {
    const list = ['b', 'a'];

    expect(visit(list, null)).toBeTypeOf('function');

    expect(list).toEqual(['a', 'b']);
  });
});
"#,
    );
}

#[test]
fn a_call_that_does_not_fit_beside_its_assertion_gets_braces() {
    let long = Expr::string("a text that is long enough to fill nearly all of a line");
    let set = Step {
        var: VarId(1),
        op: Op::Set { object: var(0), key: Key::from("size"), value: Expr::number(1.0) },
        awaited: false,
    };
    let tests = || {
        vec![
            test(
                vec![new(0, "Stack", vec![]), set.clone()],
                vec![Check::Throws(error("TypeError", None))],
                0.0,
            ),
            test(
                vec![call(0, "first", vec![long.clone(), Expr::Null])],
                vec![Check::Throws(error("TypeError", None))],
                0.0,
            ),
        ]
    };
    check(
        Framework::Vitest,
        tests(),
        r#"
describe('Stack', () => {
  describe('size', () => {
    it('throws TypeError', () => {
      const stack = new Stack();

      expect(() => {
        stack.size = 1;
      }).toThrow(TypeError);
    });
  });
});

describe('first', () => {
  it('throws TypeError for a string of 55 characters and null', () => {
    expect(() => {
      first('a text that is long enough to fill nearly all of a line', null);
    }).toThrow(TypeError);
  });
});
"#,
    );
    check(
        Framework::NodeTest,
        tests(),
        r#"
describe('Stack', () => {
  describe('size', () => {
    it('throws TypeError', () => {
      const stack = new Stack();

      assert.throws(() => {
        stack.size = 1;
      }, TypeError);
    });
  });
});

describe('first', () => {
  it('throws TypeError for a string of 55 characters and null', () => {
    assert.throws(() => {
      first('a text that is long enough to fill nearly all of a line', null);
    }, TypeError);
  });
});
"#,
    );
}

#[test]
fn a_test_that_needed_virtual_time_uses_the_fake_timers_of_its_framework() {
    let tests = || {
        let failing = awaited(call(2, "fail", vec![Expr::number(500.0), Expr::string("no")]));
        vec![test(
            vec![awaited(call(0, "delay", vec![Expr::number(900.0), Expr::Null])), failing],
            vec![Check::Throws(error("Error", Some("no")))],
            1400.0,
        )]
    };
    check(
        Framework::Vitest,
        tests(),
        r#"
describe('fail', () => {
  it('rejects with Error for 500 and "no": no', async () => {
    vi.useFakeTimers();
    const promise = delay(900, null);
    await vi.runAllTimersAsync();
    await promise;

    await Promise.all([
      expect(async () => fail(500, 'no')).rejects.toThrow(new Error('no')),
      vi.runAllTimersAsync(),
    ]);
  });
});
"#,
    );
    check(
        Framework::NodeTest,
        tests(),
        r#"
describe('fail', () => {
  it('rejects with Error for 500 and "no": no', async (t) => {
    t.mock.timers.enable();
    const promise = delay(900, null);
    await runTimers(t.mock.timers, 1400);
    await promise;

    await Promise.all([
      assert.rejects(async () => fail(500, 'no'), {
        name: 'Error',
        message: 'no',
      }),
      runTimers(t.mock.timers, 1400),
    ]);
  });
});
"#,
    );
}

#[test]
fn several_variables_of_a_kind_are_numbered_and_unused_results_have_none() {
    let value = Step { var: VarId(3), op: Op::Value(Expr::Null), awaited: false };
    check(
        Framework::NodeTest,
        vec![test(
            vec![
                new(0, "Stack", vec![]),
                new(1, "Stack", vec![]),
                method(2, 0, "push", vec![var(1)]),
                value,
                method(4, 1, "push", vec![var(0)]),
            ],
            vec![act(Claim::InstanceOf(ClassRef::Api(named("Stack"))))],
            0.0,
        )],
        r#"
describe('Stack', () => {
  describe('push', () => {
    it('returns a Stack for a Stack', () => {
      const stack1 = new Stack();
      const stack2 = new Stack();
      stack1.push(stack2);

      assert.ok(stack2.push(stack1) instanceof Stack);
    });
  });
});
"#,
    );
}

#[test]
fn errors_are_told_by_as_much_as_is_known() {
    let coded = |class: Option<&str>, name: Option<&str>| Failure::Error {
        class: class.map(|name| ClassRef::Global(name.into())),
        name: name.map(Into::into),
        message: Some("m".into()),
        code: None,
        bare: false,
    };
    for (failure, vitest, node) in [
        (
            error("TypeError", Some("m")),
            "toThrow(new TypeError('m'))",
            ", { name: 'TypeError', message: 'm' }",
        ),
        (error("TypeError", None), "toThrow(TypeError)", ", TypeError"),
        (
            coded(Some("Error"), None),
            "toThrow(expect.objectContaining({ name: 'Error', message: 'm' }))",
            ", { name: 'Error', message: 'm' }",
        ),
        (
            coded(None, Some("E")),
            "toThrow(expect.objectContaining({ name: 'E', message: 'm' }))",
            ", { name: 'E', message: 'm' }",
        ),
        (coded(None, None), "toThrow(expect.objectContaining({ message: 'm' }))", ", { message: 'm' }"),
        (Failure::Anything, "toThrow()", ""),
    ] {
        let mut suite = support::suite("./stack.js", ModuleFormat::Esm, ModuleFormat::Esm, false);
        suite.tests = vec![test(vec![call(0, "sort", vec![])], vec![Check::Throws(failure)], 0.0)];
        let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ").replace(", }", " }");
        let text =
            flat(emit(&suite, Framework::Vitest).text).replace("( expect", "(expect").replace("), );", "));");
        assert!(text.contains(&format!("expect(() => sort()).{vitest};")), "{text}");
        let text = flat(emit(&suite, Framework::NodeTest).text);
        assert!(text.contains(&format!("assert.throws(() => sort(){node});")), "{text}");
    }
}

#[test]
fn statics_and_members_of_objects_stand_under_what_they_belong_to() {
    let class = Class { name: "Slugger".into(), ..Class::default() };
    let of = named("Slugger").member(Key::from("of"));
    let nested = named("utils").member(Key::from("trim"));
    let suite = Suite {
        api: Api {
            exports: vec![
                Export { path: named("Slugger"), kind: ExportKind::Class(class) },
                Export { path: of.clone(), kind: ExportKind::Function(Signature::default()) },
                Export { path: nested.clone(), kind: ExportKind::Function(Signature::default()) },
            ],
            ..Api::default()
        },
        tests: [nested, of]
            .into_iter()
            .map(|path| {
                let step = step(0, Callee::Function(path), vec![Expr::Null]);
                test(vec![step], vec![act(Claim::Is(Expr::Undefined))], 0.0)
            })
            .collect(),
        ..support::suite("./slug.js", ModuleFormat::Esm, ModuleFormat::Esm, false)
    };
    let text = emit(&suite, Framework::Vitest).text;
    let expected = "\
import { Slugger, utils } from './slug.js';

describe('Slugger', () => {
  describe('of', () => {
    it('returns undefined for null', () => {
      expect(Slugger.of(null)).toBeUndefined();
    });
  });
});

describe('utils.trim', () => {
  it('returns undefined for null', () => {
    expect(utils.trim(null)).toBeUndefined();
  });
});
";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn a_callback_may_use_the_result_of_the_call_that_it_is_given_to() {
    let own = || {
        let body = Block { result: Some(var(0)), ..Block::default() };
        Expr::Callback(Box::new(Callback { id: 0, params: vec![], is_async: false, body }))
    };
    let visit = || call(0, "visit", vec![Expr::Array(vec![]), own()]);
    check(
        Framework::Vitest,
        vec![
            test(vec![visit()], vec![act(Claim::Equals(Expr::Array(vec![])))], 0.0),
            test(vec![visit()], vec![Check::Throws(error("TypeError", None))], 0.0),
            test(vec![awaited(visit())], vec![Check::Throws(error("TypeError", None))], 0.0),
        ],
        r#"
describe('visit', () => {
  it('returns an empty array for an empty array and a callback', () => {
    let result;
    result = visit([], () => result);

    expect(result).toEqual([]);
  });

  it('throws TypeError for an empty array and a callback', () => {
    let result;

    expect(() => {
      result = visit([], () => result);
    }).toThrow(TypeError);
  });

  it('rejects with TypeError for an empty array and a callback', async () => {
    let result;

    await expect(async () => {
      result = await visit([], () => result);
    }).rejects.toThrow(TypeError);
  });
});
"#,
    );
}

#[test]
fn a_promise_that_is_rejected_unheard_is_dealt_with_and_does_not_name_the_test() {
    let rejected = Check::Rejects { step: VarId(0), failure: error("Error", Some("no")) };
    let steps = vec![
        call(0, "fail", vec![Expr::number(1.0), Expr::string("no")]),
        awaited(call(1, "delay", vec![Expr::number(4.0), Expr::Null])),
    ];
    check(
        Framework::Vitest,
        vec![support::with_promise(test(steps, vec![rejected, act(Claim::Is(Expr::Null))], 4.0), 0)],
        r#"
describe('delay', () => {
  it('resolves to null for 4 and null', async () => {
    const promise = fail(1, 'no');
    promise.catch(() => {});

    expect(await delay(4, null)).toBeNull();

    await expect(promise).rejects.toThrow(new Error('no'));
  });
});
"#,
    );
}
