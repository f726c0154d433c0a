import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMutants } from './find-mutants.ts';
import { applyMutant, diffOf, lineOf } from './mutant.ts';

/** The mutants of a source, each as the complete changed source. */
const mutate = (source: string) => findMutants('a.ts', source).map((mutant) => applyMutant(source, mutant));

const cases: readonly (readonly [what: string, source: string, mutants: readonly string[]])[] = [
  ['a condition', 'if (f()) {}', ['if (!(f())) {}']],
  ['a negation, once', 'if (!f) {}', ['if (f) {}']],
  ['a comparison', 'const a = b < c;', ['const a = b <= c;']],
  ['an equality, once', 'a === b ? c : d;', ['a !== b ? c : d;']],
  ['a logical operator', 'const a = b && c;', ['const a = b || c;']],
  ['operands of ??', 'const a = b ?? c;', ['const a = b;', 'const a = c;']],
  ['arithmetic', 'const a = b - c;', ['const a = b + c;']],
  ['a number', 'const a = 10;', ['const a = 11;']],
  ['a boolean', 'const a = true;', ['const a = false;']],
  ['a text', "const a = 'b';", ["const a = '';"]],
  ['a template', 'const a = `b`;', ['const a = ``;']],
  ['anchors', 'const a = /^b$/;', ['const a = /b$/;']],
  ['a statement', 'f();', [';']],
  ['an await, and its statement', 'await f();', [';', 'f();']],
  ['a spread', 'const a = { ...b };', ['const a = { ...{} };']],
  ['a method', 'const a = b.some(c);', ['const a = b.every(c);']],
  [
    'an optional return value',
    'function f(): A | undefined {\n  return a;\n}',
    ['function f(): A | undefined {\n  return undefined;\n}'],
  ],
  [
    'a boolean return value',
    'const f = (): boolean => {\n  return g();\n};',
    ['const f = (): boolean => {\n  return !g();\n};'],
  ],
];

for (const [what, source, mutants] of cases)
  test(`changes ${what}`, () => assert.deepEqual(mutate(source).sort(), [...mutants].sort()));

test('leaves types, imports, keys, documentation and tagged templates alone', () => {
  const source = [
    "import { a } from './b.ts';",
    "export * from './c.ts';",
    "type A = 'b' | 1;",
    "const d: 'e' = e as 'e';",
    "const f = { 'g': h, summary: 'i' };",
    'const j = html`k`;',
    "const l = { 403: 'm', 302: redirectResponse('n') };",
    'const o = p.toString();',
    'const q = (description: string) => r({ description });',
    "const s = q('t');",
  ].join('\n');
  assert.deepEqual(mutate(source), []);
});

test('detects code that runs only when a function is called', () => {
  const mutants = findMutants('a.ts', 'const a = 1;\nconst f = () => 2;');
  assert.deepEqual(
    mutants.map(({ isInFunction }) => isInFunction),
    [false, true],
  );
});

test('returns the line and the difference', () => {
  const source = 'const é = 0;\nif (\n  a <\n  b\n) {}\nlast();';
  const [, mutant] = findMutants('a.ts', source).filter(({ kind }) => kind !== 'statement');
  assert.equal(mutant?.kind, 'condition');
  assert.equal(mutant && lineOf(source, mutant), 3);
  assert.equal(mutant && diffOf(source, mutant), '-   a <\n-   b\n+   !(a <\n+   b)');
});
