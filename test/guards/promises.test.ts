import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('{src,conformance/src}/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);

/** Names that classes of the platform have too. */
const OF_PLATFORM: ReadonlySet<string> = new Set(['call', 'delete', 'listen', 'remove', 'reset', 'update']);

/** Methods of libraries, with their objects. */
const OF_LIBRARIES: ReadonlySet<string> = new Set(['histogram.reset', 'this.reset']);

/** Objects that have only methods with promises. */
const STORAGE = /\b(store|securityLog)\b/;

interface Call {
  readonly name: string;
  /** The object of the method call. */
  readonly receiver: string;
  readonly place: string;
}

/**
 * Without `await`, a response may be sent before the work is done, and an error ends the process. The linter does not
 * know types across files, so the test identifies functions by name: those that always return promises, and by their
 * object.
 */
it('no statement ignores the promise of a call', () => {
  const promises = new Set<string>();
  const others = new Set<string>();
  const calls: Call[] = [];
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    collect(source, parseSync(file, source).program, {
      declare: (name, isPromise) => (isPromise ? promises : others).add(name),
      call: (name, receiver, offset) =>
        calls.push({ name, receiver, place: `${file}:${source.slice(0, offset).split('\n').length}` }),
    });
  }
  assert.ok(promises.has('revokeAll'));
  const isAmbiguous = (name: string) => others.has(name) || OF_PLATFORM.has(name);
  const floating = calls.filter(
    ({ name, receiver }) =>
      promises.has(name) &&
      !OF_LIBRARIES.has(`${receiver}.${name}`) &&
      (!isAmbiguous(name) || STORAGE.test(receiver)),
  );
  assert.deepEqual(floating, []);
});

interface Collector {
  declare(name: string, isPromise: boolean): void;
  call(name: string, receiver: string, offset: number): void;
}

function collect(source: string, program: ESTree.Program, { declare, call }: Collector): void {
  const declareAs = (
    key: ESTree.Node | null,
    type: ESTree.TSTypeAnnotation | null | undefined,
    isAsync = false,
  ) => {
    if (key?.type !== 'Identifier') return;
    const returned = type ? source.slice(type.typeAnnotation.start, type.typeAnnotation.end) : '';
    if (returned !== '' || isAsync) declare(key.name, isAsync || /^Promise</.test(returned));
  };
  new Visitor({
    TSMethodSignature: ({ key, returnType }) => declareAs(key, returnType),
    FunctionDeclaration: ({ id, returnType, async }) => declareAs(id, returnType, async),
    MethodDefinition: ({ key, value }) => declareAs(key, value.returnType, value.async),
    ExpressionStatement({ expression, start }) {
      if (expression.type !== 'CallExpression') return;
      const { callee } = expression;
      const name = callee.type === 'MemberExpression' ? callee.property : callee;
      const receiver = callee.type === 'MemberExpression' ? source.slice(start, callee.object.end) : '';
      if (name.type === 'Identifier') call(name.name, receiver, start);
    },
  }).visit(program);
}
