import type { ESTree } from 'rolldown/utils';

type BinaryOperator = ESTree.BinaryExpression['operator'];

/** The operator that replaces an operator. */
export const binaryOperators: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};

/** The method that a mutant calls instead. */
export const methods: ReadonlyMap<string, string> = new Map([
  ['every', 'some'],
  ['some', 'every'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);

/** Members of declarations that only people read. */
export const documentation: ReadonlySet<string> = new Set([
  'summary',
  'description',
  'title',
  'note',
  'examples',
]);

/** Functions of declarations whose texts only people read, such as `redirectResponse`. */
export const documentationFunction = /(Response|Field|Body)$/;

/** The status of a response, as a key of a declaration. */
export const statusKey = /^[1-5]\d\d$/;

/** Another value of the same type, as source; undefined for a literal that has no mutant. */
export function replaceLiteral(literal: ESTree.Expression): string | undefined {
  if (literal.type !== 'Literal') return undefined;
  const { value } = literal;
  if (typeof value === 'boolean') return String(!value);
  if (typeof value === 'number') return String(value + 1);
  if (typeof value === 'string') return value === '' ? "'mutant'" : "''";
  if ('regex' in literal) return replaceAnchor(literal.regex);
  return undefined;
}

/** A regular expression that may match in the middle of a text. */
function replaceAnchor({ pattern, flags }: { pattern: string; flags: string }): string | undefined {
  if (pattern.length > 1 && pattern.startsWith('^')) return `/${pattern.slice(1)}/${flags}`;
  if (pattern.length > 1 && /[^\\]\$$/.test(pattern)) return `/${pattern.slice(0, -1)}/${flags}`;
  return undefined;
}

/** Whether the negation of a condition is a mutant of another kind already. */
export function isNegatedElsewhere(test: ESTree.Expression): boolean {
  if (test.type === 'UnaryExpression') return test.operator === '!';
  return test.type === 'BinaryExpression' && (test.operator === '===' || test.operator === '!==');
}

export function isText(node: ESTree.Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/** Whether a statement does something that a mutant may leave out. */
export function isRemovable(expression: ESTree.Expression): boolean {
  if (expression.type === 'AwaitExpression') return isRemovable(expression.argument);
  if (expression.type === 'UnaryExpression')
    return expression.operator === 'void' || expression.operator === 'delete';
  if (expression.type === 'ChainExpression') return true;
  if (expression.type === 'CallExpression') return expression.callee.type !== 'Super';
  return expression.type === 'AssignmentExpression' || expression.type === 'UpdateExpression';
}
