import { groupFields, type SnippetRequest } from './request.ts';
import { formatComments } from './shell.ts';

/** A script of Python 3 with the library Requests. */
export function formatPython(request: SnippetRequest): string {
  const { method, url, body, bodyText, notes, unusualTarget } = request;
  const groups = groupFields(request);
  const fields = groups.map(
    ([name, values]) => `        ${literal(name)}: ${valueLiteral(values.join(', '))},\n`,
  );
  const isRepeated = groups.some(([, values]) => values.length > 1);
  const content =
    bodyText === undefined
      ? bytesLiteral(Buffer.from(body).toString('latin1'))
      : `${literal(bodyText)}.encode()`;
  return [
    formatComments([
      ...notes,
      ...(isRepeated ? ['Requests joins repeated fields.'] : []),
      ...(unusualTarget === undefined ? [] : ['Requests encodes some characters of the target.']),
    ]),
    'import requests\n\n',
    'response = requests.request(\n',
    `    ${literal(method)},\n    ${literal(url)},\n`,
    fields.length === 0 ? '' : `    headers={\n${fields.join('')}    },\n`,
    body.byteLength > 0 ? `    data=${content},\n` : '',
    '    allow_redirects=False,\n',
    ')\nprint(response.status_code, response.text)\n',
  ].join('');
}

/** JSON has the same escapes as Python, except for characters above U+FFFF, which are two escapes in JSON. */
function literal(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f]/g, formatEscape);
}

/** Requests encodes text as Latin-1 or UTF-8; bytes are sent as they are. */
function valueLiteral(value: string): string {
  return /^[ -~]*$/.test(value) ? literal(value) : bytesLiteral(value);
}

function bytesLiteral(bytes: string): string {
  return `b"${bytes.replace(/[^ -~]|["\\]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
}

function formatEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
