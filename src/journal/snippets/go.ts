import { groupFields, type SnippetRequest } from './request.ts';
import { formatComments } from './shell.ts';

/** A program of Go with the standard library. */
export function formatGo(request: SnippetRequest): string {
  const { method, url, notes, unusualTarget, body } = request;
  const hasBody = body.byteLength > 0;
  const content = hasBody ? `strings.NewReader(${literal(Buffer.from(body).toString('latin1'))})` : 'nil';
  const fields = groupFields(request).flatMap(([name, values]) =>
    values.map((value) =>
      name.toLowerCase() === 'host'
        ? `\trequest.Host = ${literal(value)}\n`
        : `\trequest.Header.Add(${literal(name)}, ${literal(value)})\n`,
    ),
  );
  return [
    formatComments([...notes, ...(unusualTarget === undefined ? [] : ['Go normalizes the URL.'])], '//'),
    'package main\n\n',
    `import (\n\t"fmt"\n\t"io"\n\t"net/http"\n${hasBody ? '\t"strings"\n' : ''})\n\n`,
    'func main() {\n',
    `\trequest, err := http.NewRequest(${literal(method)}, ${literal(url)}, ${content})\n`,
    PANIC,
    ...fields,
    // `http.Client` would follow redirects.
    '\tresponse, err := http.DefaultTransport.RoundTrip(request)\n',
    PANIC,
    '\tdefer response.Body.Close()\n',
    '\tcontent, err := io.ReadAll(response.Body)\n',
    PANIC,
    '\tfmt.Println(response.Status, string(content))\n',
    '}\n',
  ].join('');
}

const PANIC = '\tif err != nil {\n\t\tpanic(err)\n\t}\n';

/** A literal of a string of bytes: Go has the escapes of JSON for ASCII, and `\x` for bytes. */
function literal(bytes: string): string {
  const decoded = Buffer.from(bytes, 'latin1').toString('utf8');
  const isText = Buffer.from(decoded).toString('latin1') === bytes;
  const text = isText ? decoded : bytes;
  const limit = isText ? /[\x7f-\x9f\u2028\u2029\ufeff]/g : /[^ -~]/g;
  return JSON.stringify(text).replace(limit, (character) => {
    const code = character.charCodeAt(0);
    return isText ? `\\u${code.toString(16).padStart(4, '0')}` : `\\x${code.toString(16).padStart(2, '0')}`;
  });
}
