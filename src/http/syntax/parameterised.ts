import { percentDecode } from './percent.ts';

/** A header value with parameters, such as `multipart/form-data; boundary=x` (RFC 9110 §5.6.6). */
export interface Parameterised {
  /** In lower case. */
  readonly value: string;
  /** By name in lower case; the first of repeated names counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;\s*([^=;\s"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/** Ignores invalid parameters. */
export function parseParameterised(text: string): Parameterised {
  const end = text.indexOf(';');
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  // Not by `matchAll`, which copies the expression: that costs a tenth of a small POST.
  for (let found = PARAMETER.exec(text); found; found = PARAMETER.exec(text)) {
    const [, name = '', quoted, bare = ''] = found;
    const key = name.toLowerCase();
    const plain = key.endsWith('*') ? key.slice(0, -1) : key;
    if (parameters.has(plain)) continue;
    parameters.set(plain, key === plain ? (unquote(quoted) ?? bare.trim()) : extended(quoted ?? bare.trim()));
  }
  return { value: (end < 0 ? text : text.slice(0, end)).trim().toLowerCase(), parameters };
}

/**
 * Compat: browsers encode a quotation mark in a name as `%22` (WHATWG HTML §4.10.21.8), other clients with a backslash.
 */
function unquote(quoted: string | undefined): string | undefined {
  return quoted?.replace(/\\(["\\])|%22/g, (_, escaped: string | undefined) => escaped ?? '"');
}

/** RFC 8187 §3.2: `UTF-8''%e2%82%ac`. */
function extended(value: string): string {
  const [, , encoded] = value.split("'");
  return encoded === undefined ? value : percentDecode(encoded);
}
