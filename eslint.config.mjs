// Lints for the JavaScript that runs inside workers. It shares a realm with the code under test, so syntax that looks
// things up on shared prototypes is forbidden there: a target that breaks `Array.prototype[Symbol.iterator]` must not
// break the worker.

import js from '@eslint/js';
import globals from 'globals';

const lookup = (selector, instead) => ({ selector, message: `This looks up what a target may have replaced; ${instead}.` });

export default [
  js.configs.recommended,
  {
    files: ['crates/execution/runtime/**/*.mjs'],
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: globals.node },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-shadow': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'object-shorthand': 'error',
      'max-lines': ['error', { max: 400 }],
      'max-len': ['error', { code: 140, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true }],
    },
  },
  {
    files: ['crates/execution/runtime/*.mjs'],
    ignores: ['crates/execution/runtime/primordials.mjs'],
    rules: {
      'no-restricted-syntax': [
        'error',
        lookup(':function ForOfStatement', 'use an index or forEach of a safe collection'),
        lookup(':function :matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement', 'use ReflectApply or a loop'),
        lookup(':function ArrayPattern', 'use indices'),
        lookup('CallExpression[callee.property.name=/^(push|pop|shift|splice|concat|map|filter|join|split|replace|then|catch)$/]', 'use a primordial or a list'),
      ],
      'no-restricted-globals': ['error', 'JSON', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Reflect', 'Promise'],
    },
  },
];
