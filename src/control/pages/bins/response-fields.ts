/** A response as the four fields of the form, each a text. */
export interface ResponseFields {
  readonly status: string;
  /** A header on each line. */
  readonly headers: string;
  readonly body: string;
  readonly delay: string;
}

export const NO_FIELDS: ResponseFields = { status: '200', headers: '', body: 'ok', delay: '' };

/** The members of a response that the fields have. */
const SIMPLE: ReadonlySet<string> = new Set(['status', 'headers', 'body', 'json', 'type', 'delay']);

/** The fields of a response; undefined for one that has more than they can show, such as a list. */
export function toFields(response: unknown): ResponseFields | undefined {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return undefined;
  const members = new Map<string, unknown>(Object.entries(response));
  if ([...members.keys()].some((name) => !SIMPLE.has(name))) return undefined;
  const type = members.get('type');
  const json = members.get('json');
  const text = members.get('body');
  return {
    status: String(members.get('status') ?? '200'),
    headers: [
      ...headerLines(members.get('headers')),
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ].join('\n'),
    body: json === undefined ? String(text ?? '') : JSON.stringify(json, null, 2),
    delay: String(members.get('delay') ?? ''),
  };
}

function headerLines(headers: unknown): string[] {
  if (typeof headers !== 'object' || headers === null) return [];
  const pairs: unknown[][] = Array.isArray(headers) ? headers : Object.entries(headers);
  return pairs.flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`));
}

/** The response that the fields describe. The server checks it. */
export function toResponse({ status, headers, body, delay }: ResponseFields): object {
  const pairs = parseHeaderLines(headers);
  const types = pairs.filter(([name]) => name.toLowerCase() === 'content-type');
  const others = pairs.filter(([name]) => name.toLowerCase() !== 'content-type');
  const type = types[0]?.[1] ?? (isJson(body) ? 'application/json' : undefined);
  return {
    status: parseValue(status === '' ? '200' : status),
    ...(others.length > 0 && { headers: others }),
    ...(body !== '' && { body }),
    ...(type !== undefined && { type }),
    ...(delay !== '' && { delay: parseValue(delay) }),
  };
}

/** Names and values, from lines. */
export function parseHeaderLines(text: string): [string, string][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    });
}

/** A number if the text is one. */
function parseValue(text: string): number | string {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text.trim();
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
