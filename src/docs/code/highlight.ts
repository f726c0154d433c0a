import { refractor, type Syntax } from 'refractor/core';
import { escapeHtml } from '#http/syntax/text.ts';
import { html, type Markup } from '#pages/html.ts';

/** The tokens of code as elements, whose classes have colours in the style of code. */
export function highlight(code: string, syntax: Syntax): Markup {
  return html`${tokensOf(code, syntax).map(([text, kind]) => (kind === undefined ? text : html`<span class=${kind}>${text}</span>`))}`;
}

/** The tokens of code as HTML. */
export function highlightAsHtml(code: string, syntax: Syntax): string {
  return tokensOf(code, syntax)
    .map(([text, kind]) =>
      kind === undefined ? escapeHtml(text) : `<span class="${kind}">${escapeHtml(text)}</span>`,
    )
    .join('');
}

type Token = readonly [text: string, kind: string | undefined];

/** A part of code as `refractor` returns it. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Node[];
}

function tokensOf(code: string, syntax: Syntax): Token[] {
  refractor.register(syntax);
  const { children } = refractor.highlight(code, syntax.displayName);
  return join(children.flatMap((node) => flatten(node, undefined)));
}

/** The innermost kind that has a class is that of the text. */
function flatten({ value, properties, children = [] }: Node, outer: string | undefined): Token[] {
  if (value !== undefined) return [[value, outer]];
  const names: unknown = properties?.className;
  const known = KINDS.find(([name]) => Array.isArray(names) && names.includes(name));
  const kind = known === undefined ? outer : known[1];
  return children.flatMap((node) => flatten(node, kind));
}

/** Joins neighbours of one kind. */
function join(tokens: readonly Token[]): Token[] {
  const joined: [string, string | undefined][] = [];
  for (const [text, kind] of tokens) {
    const last = joined.at(-1);
    if (last && last[1] === kind) last[0] += text;
    else joined.push([text, kind]);
  }
  return joined;
}

/**
 * The classes of the names that the grammars give to tokens. A token can have several names, of which the first here decides.
 * Other tokens have the colour of text.
 */
const KINDS: readonly (readonly [name: string, kind: string | undefined])[] = [
  ['command', 'tf'],
  ['header-name', 'tk'],
  ['http-version', 'tp'],
  ['reason-phrase', undefined],
  ['comment', 'tc'],
  ['prolog', 'tc'],
  ['doctype', 'tc'],
  ['string', 'ts'],
  ['char', 'ts'],
  ['template-string', 'ts'],
  ['attr-value', 'ts'],
  ['number', 'tn'],
  ['keyword', 'tw'],
  ['boolean', 'tw'],
  ['null', 'tw'],
  ['parameter', 'to'],
  ['property', 'tk'],
  ['attr-name', 'tk'],
  ['tag', 'tk'],
  ['key', 'tk'],
  ['table', 'tk'],
  ['function', 'tk'],
  ['punctuation', 'tp'],
  ['operator', 'tp'],
];
