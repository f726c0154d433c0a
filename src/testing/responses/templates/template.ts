import { DirectiveError } from '../syntax/directive-error.ts';
import { type Expression, formatJson, formatText, parseExpression } from './expression.ts';
import type { TemplateValues } from './template-values.ts';

/** Text, or what replaces an expression. */
type Piece = string | Hole;

interface Hole {
  readonly expression: Expression;
  readonly render: (values: TemplateValues) => string;
}

/** A text with expressions, parsed. */
export interface Template {
  readonly expressions: readonly Expression[];
  /**
   * @param use gets each text that replaces an expression, and returns what is inserted.
   * @throws what `use` throws.
   */
  render(values: TemplateValues, use?: (text: string) => string): string;
  /** The template with the same text in place of each expression. */
  fill(text: string): string;
}

/** The names that the path template of a rule captures, which are those of `path`; undefined for any. */
export type Captures = readonly string[] | undefined;

/** Parses a text in which `{{` begins an expression, and `\{{` is a literal `{{`. @throws DirectiveError */
export function parseText(text: string, captures: Captures): Template {
  return createTemplate(
    parsePieces(text, captures).map((piece) =>
      typeof piece === 'string'
        ? piece
        : { expression: piece, render: (values) => formatText(piece.evaluate(values)) },
    ),
  );
}

/**
 * Parses the strings of a JSON value. A string that is one expression becomes the value of the expression; in another
 * string, texts are inserted. So the result is JSON, whatever the values are.
 * @param report gets the error of each string, with the path to it.
 */
export function parseJson(
  value: unknown,
  captures: Captures,
  report: (path: readonly (string | number)[], message: string) => void,
): Template {
  const pieces: Piece[] = [];
  const visit = (inner: unknown, path: readonly (string | number)[]): void => {
    if (typeof inner === 'string') {
      try {
        pieces.push(...piecesOfString(inner, captures));
      } catch (error) {
        if (!(error instanceof DirectiveError)) throw error;
        report(path, error.message);
      }
    } else if (Array.isArray(inner)) {
      pieces.push('[');
      for (const [index, item] of inner.entries()) {
        if (index > 0) pieces.push(',');
        visit(item, [...path, index]);
      }
      pieces.push(']');
    } else if (typeof inner === 'object' && inner !== null) {
      pieces.push('{');
      for (const [index, [name, member]] of Object.entries(inner).entries()) {
        pieces.push(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`);
        visit(member, [...path, name]);
      }
      pieces.push('}');
    } else pieces.push(JSON.stringify(inner) ?? 'null');
  };
  visit(value, []);
  return createTemplate(pieces);
}

function piecesOfString(text: string, captures: Captures): Piece[] {
  const parsed = parsePieces(text, captures);
  const [first] = parsed;
  if (parsed.length === 1 && typeof first === 'object')
    return [{ expression: first, render: (values) => formatJson(first.evaluate(values)) }];
  const inner = parsed.map((piece) =>
    typeof piece === 'string'
      ? withoutQuotes(piece)
      : {
          expression: piece,
          render: (values: TemplateValues) => withoutQuotes(formatText(piece.evaluate(values))),
        },
  );
  return ['"', ...inner, '"'];
}

/** The text as it is written inside a string of JSON. */
function withoutQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const OPEN = '{{';
const CLOSE = '}}';

function parsePieces(text: string, captures: Captures): (string | Expression)[] {
  const pieces: (string | Expression)[] = [];
  let literal = '';
  let at = 0;
  for (let open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
    if (text[open - 1] === '\\' && open > at) {
      literal += `${text.slice(at, open - 1)}${OPEN}`;
      at = open + OPEN.length;
      continue;
    }
    const close = text.indexOf(CLOSE, open);
    const inner = text.slice(open + OPEN.length, close < 0 ? undefined : close);
    if (close < 0 || inner.includes(OPEN))
      throw new DirectiveError('has {{ without its }}; a literal {{ is written \\{{');
    literal += text.slice(at, open);
    if (literal !== '') pieces.push(literal);
    literal = '';
    pieces.push(parseExpression(inner, captures));
    at = close + CLOSE.length;
  }
  literal += text.slice(at);
  if (literal !== '' || pieces.length === 0) pieces.push(literal);
  return pieces;
}

function createTemplate(pieces: readonly Piece[]): Template {
  return {
    expressions: pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.expression])),
    render: (values, use = String) =>
      pieces.map((piece) => (typeof piece === 'string' ? piece : use(piece.render(values)))).join(''),
    fill: (text) => pieces.map((piece) => (typeof piece === 'string' ? piece : text)).join(''),
  };
}
