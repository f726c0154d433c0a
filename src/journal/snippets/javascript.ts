import type { Fields } from '#http/syntax/fields.ts';
import type { SnippetRequest } from './request.ts';

/** Text as a literal of JavaScript, with escapes for all characters but ASCII. */
export function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function bodyLiteral({ body, bodyText }: SnippetRequest): string {
  if (bodyText !== undefined) return JSON.stringify(bodyText).replace(/[\u2028\u2029]/g, literalOfSeparator);
  return `Buffer.from('${Buffer.from(body).toString('base64')}', 'base64')`;
}

export function pairLiterals(pairs: Fields, indent: string): string {
  return pairs.map(([name, value]) => `${indent}[${literal(name)}, ${literal(value)}],\n`).join('');
}

function literalOfSeparator(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
