import { isUtf8 } from 'node:buffer';
import { hasField } from '#http/syntax/fields.ts';
import { quoteText } from './quoting.ts';
import { FRAMING, hasUsualHost, type SnippetRequest, withoutFields } from './request.ts';
import { formatComments, joinArguments, MAX_ARGUMENT, printBytes, quoteBytes } from './shell.ts';

/** A command line of HTTPie 3, for POSIX shells. */
export function formatHttpie(parts: SnippetRequest): string {
  const { method, url, headers, unusualTarget, body, bodyText, notes } = parts;
  const isArgument = bodyText !== undefined && bodyText !== '' && body.byteLength <= MAX_ARGUMENT;
  const isPiped = body.byteLength > 0 && !isArgument;
  const command = joinArguments('http', [
    `--path-as-is${isPiped ? '' : ' --ignore-stdin'}`,
    ...(isArgument ? [`--raw ${quoteText(bodyText)}`] : []),
    `${quoteText(method)} ${quoteText(url)}`,
    ...fieldsOf(parts),
  ]);
  const limits = [
    ...(unusualTarget === undefined ? [] : ['HTTPie encodes some characters of the target.']),
    ...(headers.every(([, value]) => isUtf8(Buffer.from(value, 'latin1')))
      ? []
      : ['HTTPie sends no field values that are not UTF-8.']),
  ];
  return `${formatComments([...notes, ...limits])}${isPiped ? `${printBytes(body)} | ` : ''}${command}\n`;
}

/** A name with a colon removes a field that HTTPie adds; a name with a semicolon has an empty value. */
function fieldsOf(parts: SnippetRequest): string[] {
  const { headers, body } = parts;
  const omitted = new Set(FRAMING);
  if (!hasUsualHost(parts)) omitted.delete('host');
  const added = ['User-Agent', 'Accept', 'Accept-Encoding', ...(body.byteLength > 0 ? ['Content-Type'] : [])];
  return [
    ...added.filter((name) => !hasField(headers, name)).map((name) => `${name}:`),
    ...withoutFields(headers, omitted).map(([name, value]) =>
      // Separators of items are escaped at the beginning of the value, where they would name a file.
      quoteBytes(value === '' ? `${name};` : `${name}:${/^[=@:]/.test(value) ? '\\' : ''}${value}`),
    ),
  ];
}
