import { literal, pairLiterals } from './javascript.ts';
import type { SnippetRequest } from './request.ts';
import { formatComments } from './shell.ts';

/** A module of JavaScript with `node:http`, which sends the target and the fields unchanged. */
export function formatNode(parts: SnippetRequest): string {
  const { origin, method, target, framedHeaders, isTls, body, bodyText, notes, protocol } = parts;
  const library = isTls ? 'https' : 'http';
  // Node would encode text together with the head, as UTF-8, but the head is bytes.
  const content =
    bodyText === undefined
      ? `Buffer.from('${Buffer.from(body).toString('base64')}', 'base64')`
      : `Buffer.from(${literal(bodyText)})`;
  return [
    formatComments(
      [...notes, ...(protocol === 'HTTP/1.1' ? [] : [`node:${library} does not send ${protocol}.`])],
      '//',
    ),
    `import { request } from 'node:${library}';\n\n`,
    `const options = {\n`,
    `  method: ${literal(method)},\n`,
    `  path: ${literal(target)},\n`,
    `  setDefaultHeaders: false,\n`,
    `  headers: [\n${pairLiterals(framedHeaders, '    ')}  ].flat(),\n`,
    '};\n',
    `const sent = request(${literal(origin)}, options, (response) => response.pipe(process.stdout));\n`,
    body.byteLength > 0 ? `sent.end(${content});\n` : 'sent.end();\n',
  ].join('');
}
