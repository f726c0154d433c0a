import { hasField } from '#http/syntax/fields.ts';
import { groupFields, type SnippetRequest } from './request.ts';
import { formatComments } from './shell.ts';

/** A script of PHP with the HTTP wrapper of its core, which needs no extension. */
export function formatPhp(request: SnippetRequest): string {
  const { method, url, headers, notes, unusualTarget, body } = request;
  const hasBody = body.byteLength > 0;
  // Without it, PHP adds this type, and prints a notice.
  const type = hasBody && !hasField(headers, 'Content-Type') ? [FORM_TYPE] : [];
  const lines = [
    ...groupFields(request).flatMap(([name, values]) => values.map((value) => `${name}: ${value}`)),
    ...type,
  ];
  return [
    '<?php\n',
    formatComments(
      [...notes, ...(unusualTarget === undefined ? [] : ['PHP encodes no characters of the URL.'])],
      '//',
    ),
    "$context = stream_context_create(['http' => [\n",
    `    'method' => ${literal(method)},\n`,
    lines.length === 0
      ? ''
      : `    'header' => [\n${lines.map((line) => `        ${literal(line)},\n`).join('')}    ],\n`,
    hasBody ? `    'content' => ${literal(Buffer.from(body).toString('latin1'))},\n` : '',
    "    'follow_location' => 0,\n",
    "    'ignore_errors' => true,\n",
    ']]);\n',
    `$content = file_get_contents(${literal(url)}, false, $context);\n`,
    'echo $http_response_header[0], "\\n", $content, "\\n";\n',
  ].join('');
}

const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';

/** A literal of a string of bytes: with escapes only where it has control characters or bytes that are not UTF-8. */
function literal(bytes: string): string {
  const decoded = Buffer.from(bytes, 'latin1').toString('utf8');
  const isText = Buffer.from(decoded).toString('latin1') === bytes;
  if (isText && !UNPRINTABLE.test(decoded)) return `'${decoded.replace(/['\\]/g, '\\$&')}'`;
  const escaped = bytes.replace(/[^ -~]|["\\$]/g, (character) => {
    if (/["\\$]/.test(character)) return `\\${character}`;
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `"${escaped}"`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f]/;
