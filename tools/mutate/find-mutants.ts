import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import type { Mutant } from './mutant.ts';
import {
  binaryOperators,
  documentation,
  documentationFunction,
  isNegatedElsewhere,
  isRemovable,
  isText,
  methods,
  replaceLiteral,
  statusKey,
} from './operators.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** All mutants of a TypeScript source, in the order of their places. */
export function findMutants(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  /** Types, imports and documentation, where a change has no effect. */
  const excluded: Range[] = [];
  const functions: (string | undefined)[] = [];
  /** Functions of this file whose first argument is a description. */
  const describing = new Set<string>();

  const text = ({ start, end }: Range) => source.slice(start, end);
  const replace = (kind: string, { start, end }: Range, replacement: string) =>
    void mutants.push({ file, start, end, replacement, kind, isInFunction: functions.length > 0 });
  const exclude = ({ start, end }: Range) => void excluded.push({ start, end });
  const replaceBetween = (kind: string, left: Range, right: Range, operator: string) =>
    replace(
      kind,
      { start: left.end, end: right.start },
      text({ start: left.end, end: right.start }).replace(/[^\s()]+/, operator),
    );

  function negate(test: ESTree.Expression | null): void {
    if (test !== null && !isNegatedElsewhere(test)) replace('condition', test, `!(${text(test)})`);
  }

  const enterFunction = ({ returnType }: ESTree.Function | ESTree.ArrowFunctionExpression) =>
    void functions.push(returnType ? text(returnType.typeAnnotation) : undefined);
  const leaveFunction = () => void functions.pop();

  new Visitor({
    ImportDeclaration: exclude,
    ExportAllDeclaration: exclude,
    ExportNamedDeclaration: ({ source: from }) => {
      if (from) exclude(from);
    },
    TSTypeAnnotation: exclude,
    TSTypeAliasDeclaration: exclude,
    TSInterfaceDeclaration: exclude,
    TSTypeParameterInstantiation: exclude,
    TSAsExpression: ({ typeAnnotation }) => exclude(typeAnnotation),
    TSSatisfiesExpression: ({ typeAnnotation }) => exclude(typeAnnotation),
    Property({ key, value, computed }) {
      if (!computed) exclude(key);
      const isDocumentation = key.type === 'Identifier' && documentation.has(key.name);
      if (isDocumentation || (statusKey.test(text(key)) && isText(value))) exclude(value);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (first === undefined || first.type === 'SpreadElement' || callee.type !== 'Identifier') return;
      const isDocumentation = documentationFunction.test(callee.name) || describing.has(callee.name);
      if (isDocumentation && isText(first)) exclude(first);
    },
    VariableDeclarator({ id, init }) {
      const [parameter] = init?.type === 'ArrowFunctionExpression' ? init.params : [];
      if (id.type === 'Identifier' && parameter?.type === 'Identifier' && parameter.name === 'description')
        describing.add(id.name);
    },

    FunctionDeclaration: enterFunction,
    'FunctionDeclaration:exit': leaveFunction,
    FunctionExpression: enterFunction,
    'FunctionExpression:exit': leaveFunction,
    ArrowFunctionExpression: enterFunction,
    'ArrowFunctionExpression:exit': leaveFunction,
    ReturnStatement({ argument }) {
      const type = functions.at(-1);
      if (argument === null || type === undefined || argument.type === 'Literal') return;
      const empty = /\b(undefined|null)\b/.exec(type)?.[0];
      if (empty !== undefined && text(argument) !== empty) replace('return value', argument, empty);
      if (type === 'boolean' && argument.type === 'CallExpression')
        replace('return value', argument, `!${text(argument)}`);
    },

    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    WhileStatement: ({ test }) => negate(test),
    DoWhileStatement: ({ test }) => negate(test),
    ForStatement: ({ test }) => negate(test),
    UnaryExpression: (node) => {
      if (node.operator === '!') replace('negation', node, text(node.argument));
    },
    BinaryExpression({ operator, left, right }) {
      const other = binaryOperators[operator];
      if (other === undefined || (operator === '+' && (isText(left) || isText(right)))) return;
      replaceBetween('operator', left, right, other);
    },
    LogicalExpression(node) {
      const { operator, left, right } = node;
      if (operator !== '??')
        return replaceBetween('logical operator', left, right, operator === '&&' ? '||' : '&&');
      replace('operand', node, text(left));
      replace('operand', node, text(right));
    },
    AssignmentExpression({ operator, left, right }) {
      if (operator === '+=') replaceBetween('operator', left, right, '-=');
      if (operator === '-=') replaceBetween('operator', left, right, '+=');
      if (operator === '??=' || operator === '||=') replaceBetween('operator', left, right, '=');
    },
    ExpressionStatement(node) {
      if (isRemovable(node.expression)) replace('statement', node, ';');
    },
    AwaitExpression: (node) => replace('await', node, text(node.argument)),
    MemberExpression({ property, computed }) {
      const other = property.type === 'Identifier' && !computed ? methods.get(property.name) : undefined;
      if (other !== undefined) replace('method', property, other);
    },
    ObjectExpression({ properties }) {
      for (const property of properties)
        if (property.type === 'SpreadElement') replace('spread', property, '...{}');
    },
    ArrayExpression({ elements }) {
      for (const element of elements)
        if (element?.type === 'SpreadElement') replace('spread', element, '...[]');
    },
    TaggedTemplateExpression: ({ quasi }) => {
      // The constant parts between its expressions have mutants of their own.
      exclude({ start: quasi.start, end: quasi.start + 1 });
    },
    TemplateLiteral: (node) => {
      if (node.quasis.some(({ value }) => value.raw !== '')) replace('text', node, '``');
    },
    Literal(node) {
      const replacement = replaceLiteral(node);
      if (replacement !== undefined)
        replace(typeof node.value === 'string' ? 'text' : 'literal', node, replacement);
    },
  }).visit(program);

  const isExcluded = ({ start }: Mutant) =>
    excluded.some((range) => range.start <= start && start < range.end);
  return mutants.filter((mutant) => !isExcluded(mutant)).sort((a, b) => a.start - b.start);
}
