import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';

export interface FoundExpression {
  readonly source: string;
  readonly flags: string;
  /** The file, or several files with commas between them. */
  readonly place: string;
}

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Stands for text that is escaped before it becomes part of an expression. */
const ESCAPED_TEXT = 'escaped';

/**
 * Every regular expression of the source, without repeats: literals, arguments of `RegExp`, and members `pattern` of
 * schemas.
 * @throws Error when an expression is built from a value that is not constant.
 */
export function regularExpressions(root: string): FoundExpression[] {
  const places = new Map<string, { source: string; flags: string; files: Set<string> }>();
  const add = (file: string, source: string, flags: string) => {
    const key = `/${source}/${flags}`;
    const known = places.get(key) ?? { source, flags, files: new Set() };
    known.files.add(file);
    places.set(key, known);
  };
  const files = globSync('{src,bin,conformance/src}/**/*.{ts,js,cjs,mjs}', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  );
  const trees = new Map(
    files.map((file) => [file, parse(readFileSync(path.join(root, file), 'utf8'), file)]),
  );
  const elsewhere = [...trees.values()].flatMap(constantsOf);
  for (const [file, tree] of trees) {
    const constants = new Map([...elsewhere, ...constantsOf(tree)]);
    walk(tree, (node) => {
      const found = expressionOf(node, constants, file);
      if (found) add(file, found.source, found.flags);
    });
  }
  return [...places.values()].map(({ source, flags, files: where }) => ({
    source,
    flags,
    place: [...where].join(', '),
  }));
}

function parse(text: string, file: string): Node {
  const lang = file.endsWith('.ts') ? 'ts' : 'js';
  const sourceType = file.endsWith('.cjs') ? 'commonjs' : 'module';
  const tree: unknown = parseAst(text, { lang, sourceType }, file);
  if (!isNode(tree)) throw new Error(`${file} has no syntax tree`);
  return tree;
}

/** The constants of a file by name. */
function constantsOf(tree: Node): [name: string, value: Node][] {
  const found: [string, Node][] = [];
  walk(tree, ({ type, id, init }) => {
    if (type === 'VariableDeclarator' && isNode(id) && isNode(init)) found.push([String(id.name), init]);
  });
  return found;
}

function expressionOf(
  node: Node,
  constants: ReadonlyMap<string, Node>,
  file: string,
): { source: string; flags: string } | undefined {
  if (node.type === 'Literal' && typeof node.regex === 'object' && node.regex !== null) {
    const { pattern, flags }: { pattern?: unknown; flags?: unknown } = node.regex;
    return { source: String(pattern), flags: String(flags) };
  }
  const [pattern, flags] = patternOf(node);
  if (!pattern || isExpression(pattern, constants)) return undefined;
  const source = textOf(pattern, constants);
  if (source === undefined)
    throw new Error(`${file} builds a regular expression of parts that are not constant`);
  return { source, flags: flags ? (textOf(flags, constants) ?? '') : '' };
}

/** The source of the expression that a node creates: `new RegExp(…)`, `RegExp(…)`, `{ pattern: … }`. */
function patternOf({ type, callee, arguments: input, key, value }: Node): readonly (Node | undefined)[] {
  if ((type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp') {
    const [pattern, flags] = Array.isArray(input) ? input.filter(isNode) : [];
    return [pattern, flags];
  }
  const isMember = type === 'Property' && isNode(key) && key.name === 'pattern' && isNode(value);
  return isMember &&
    /^(?:Literal|TemplateLiteral|BinaryExpression|Identifier)$/.test(value.type) &&
    !isBinding(value)
    ? [value]
    : [];
}

/** `{ pattern }` destructures a value, and `{ pattern: PATTERN }` creates one. */
function isBinding(value: Node): boolean {
  return value.type === 'Identifier' && value.name === 'pattern';
}

function isExpression(node: Node, constants: ReadonlyMap<string, Node>): boolean {
  if (node.type === 'Identifier') {
    const value = constants.get(String(node.name));
    return value !== undefined && isExpression(value, constants);
  }
  return node.type === 'Literal' && typeof node.regex === 'object' && node.regex !== null;
}

function textOf(node: Node, constants: ReadonlyMap<string, Node>): string | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'Identifier': {
      const value = constants.get(String(node.name));
      return value && textOf(value, constants);
    }
    case 'BinaryExpression':
      return node.operator === '+' && isNode(node.left) && isNode(node.right)
        ? joined([textOf(node.left, constants), textOf(node.right, constants)])
        : undefined;
    case 'TemplateLiteral':
      return joined(partsOf(node).map((part) => (typeof part === 'string' ? part : textOf(part, constants))));
    case 'CallExpression':
      return isEscape(node) ? ESCAPED_TEXT : undefined;
    default:
      return undefined;
  }
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}

function partsOf({ quasis, expressions }: Node): (string | Node)[] {
  const texts = Array.isArray(quasis)
    ? quasis.filter(isNode).map(({ value }) => String(Object(value).cooked))
    : [];
  const values = Array.isArray(expressions) ? expressions.filter(isNode) : [];
  return texts.flatMap((text, at) => [text, ...(values[at] ? [values[at]] : [])]);
}

/** `RegExp.escape(…)` */
function isEscape({ callee }: Node): boolean {
  if (!isNode(callee) || !isNode(callee.object) || !isNode(callee.property)) return false;
  return callee.object.name === 'RegExp' && callee.property.name === 'escape';
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  if (!isNode(value)) return;
  visit(value);
  for (const member of Object.values(value)) walk(member, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
