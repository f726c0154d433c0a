import type { Fields } from '#http/syntax/fields.ts';
import { bodyLiteral, literal, pairLiterals } from './javascript.ts';
import { FRAMING, hasUsualHost, type SnippetRequest, withoutFields } from './request.ts';
import { formatComments } from './shell.ts';

/** A call of `fetch`, as a module of JavaScript. What `fetch` does not send is named in comments. */
export function formatFetch(parts: SnippetRequest): string {
  const { method, url, headers, notes, body } = parts;
  const retained = withoutFields(headers, NOT_SENT);
  const mayHaveBody = !/^(?:GET|HEAD)$/i.test(method);
  const hasBody = body.byteLength > 0 && mayHaveBody;
  return [
    formatComments([...notes, ...limitsOf(parts, retained)], '//'),
    `const response = await fetch(${literal(url)}, {\n`,
    `  method: ${literal(method)},\n`,
    retained.length === 0 ? '' : `  headers: [\n${pairLiterals(retained, '    ')}  ],\n`,
    hasBody ? `  body: ${bodyLiteral(parts)},\n` : '',
    `  redirect: 'manual',\n`,
    '});\n',
    'console.log(response.status, await response.text());\n',
  ].join('');
}

/** Fields that `fetch` rejects or sets itself. */
const NOT_SENT: ReadonlySet<string> = new Set([
  ...FRAMING,
  'expect',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
]);

function limitsOf(parts: SnippetRequest, retained: Fields): string[] {
  const { method, body, headers, unusualTarget } = parts;
  const isExpected = (name: string) => name === 'content-length' || (name === 'host' && hasUsualHost(parts));
  const names = headers
    .map(([name]) => name.toLowerCase())
    .filter((name) => NOT_SENT.has(name) && !isExpected(name));
  const isRepeated = new Set(retained.map(([name]) => name.toLowerCase())).size < retained.length;
  return [
    ...(names.length > 0 ? [`fetch does not send these fields: ${[...new Set(names)].join(', ')}.`] : []),
    ...(isRepeated ? ['fetch joins repeated fields.'] : []),
    ...(body.byteLength > 0 && /^(?:GET|HEAD)$/i.test(method) ? [`fetch sends no body with ${method}.`] : []),
    ...(/^(?:CONNECT|TRACE|TRACK)$/i.test(method) ? [`fetch does not support the method ${method}.`] : []),
    ...(unusualTarget === undefined && !NORMALIZED.test(parts.target) ? [] : ['fetch normalizes the URL.']),
  ];
}

/** Segments with dots, and quotation marks in the query (WHATWG URL §4.4). */
const NORMALIZED = /\/(?:\.|%2e){1,2}(?:[/?]|$)|^[^?]*\?[^']*'/i;
