import { escapeNonAscii, percentDecode } from '#http/syntax/percent.ts';

/** The test of one segment of a path, which is decoded. */
interface Segment {
  test(text: string): boolean;
  /** The text of a segment without a capture; undefined for one with a capture. */
  readonly literal: string | undefined;
  /** The texts around the capture; empty without one. */
  readonly before: string;
  readonly after: string;
  /** The name and the type of the capture. */
  readonly name?: string;
  readonly type?: string | undefined;
  /** The captured text of a segment for which the test holds. */
  capture?(text: string): string;
}

/** A compiled template of paths, such as `/users/{id}` or `/files/{rest*}`. */
export interface PathTemplate {
  readonly segments: readonly Segment[];
  /** Whether the template ends with `{rest*}`, which is any number of further segments. */
  readonly isOpen: boolean;
  /** The names of the captures. */
  readonly names: readonly string[];
  /** @param path the path as received, which is split into segments before each of them is decoded. */
  test(path: string): boolean;
  /** The captured texts of a path for which the test holds, decoded. */
  captures(path: string): ReadonlyMap<string, string>;
  /** The captures as an object, with numbers for captures of integers. */
  parameters(path: string): Readonly<Record<string, string | number>>;
}

const TYPES: Readonly<Record<string, RegExp>> = {
  int: /^-?\d{1,15}$/,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
};

const CAPTURE = /^([^{}]*)\{([A-Za-z_]\w{0,63})(?::([a-z]+))?\}([^{}]*)$/;
const REST = /^\{([A-Za-z_]\w{0,63})\*\}$/;

const HINT =
  'a template has {name} or {name:int} in a segment, or {rest*} at its end; `like` compares patterns, `is` compares literally';

/** The problem of the text of a template, as a clause without a subject. */
export function problemOfTemplate(template: string): string | undefined {
  if (/[?#]|:\/\//.test(template))
    return 'must be a path without a query and without a host: `query` and `host` beside it compare these';
  const segments = template.split('/');
  const captures = REST.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments;
  for (const segment of captures) {
    if (!/[{}*]/.test(segment)) continue;
    const [, , , type] = CAPTURE.exec(segment) ?? [];
    if (segment.includes('*') || !CAPTURE.test(segment)) return `must be a template: ${HINT}`;
    if (type !== undefined && !Object.hasOwn(TYPES, type))
      return `must have a type of ${Object.keys(TYPES).join(' or ')} in ${segment}`;
  }
  const { names } = compileTemplate(template);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  return repeated === undefined ? undefined : `must not capture ${repeated} twice`;
}

/** @param template a text without a problem; a slash at its beginning may be omitted. */
export function compileTemplate(template: string): PathTemplate {
  const texts = splitPath(template);
  const [, rest] = REST.exec(texts.at(-1) ?? '') ?? [];
  const isOpen = rest !== undefined;
  const segments = (isOpen ? texts.slice(0, -1) : texts).map(compileSegment);
  const captures = (path: string) => {
    const input = path.split('/').map(percentDecode);
    const captured = new Map<string, string>();
    for (const [index, { name, capture }] of segments.entries())
      if (name !== undefined && capture) captured.set(name, capture(input[index] ?? ''));
    if (isOpen) captured.set(rest, input.slice(segments.length).join('/'));
    return captured;
  };
  const integers = new Set(segments.flatMap(({ name, type }) => (type === 'int' ? name : undefined) ?? []));
  return {
    segments,
    isOpen,
    names: [...segments.flatMap(({ name }) => name ?? []), ...(isOpen ? [rest] : [])],
    test(path) {
      const input = path.split('/');
      if (isOpen ? input.length <= segments.length : input.length !== segments.length) return false;
      return segments.every(({ test }, index) => test(percentDecode(input[index] ?? '')));
    },
    captures,
    parameters: (path) =>
      Object.fromEntries(
        [...captures(path)].map(([name, text]) => [name, integers.has(name) ? Number(text) : text]),
      ),
  };
}

/** The segments of a path, of which the first is empty. */
export function splitPath(path: string): string[] {
  return (path.startsWith('/') ? path : `/${path}`).split('/');
}

/** A path as received has bytes, and a text of a template has characters. */
function decodeText(text: string): string {
  return percentDecode(escapeNonAscii(text));
}

function compileSegment(text: string): Segment {
  const [, before = '', name, type, after = ''] = CAPTURE.exec(text) ?? [];
  if (name === undefined) {
    const literal = decodeText(text);
    return { literal, before: '', after: '', test: (input) => input === literal };
  }
  const [start, end] = [decodeText(before), decodeText(after)];
  const pattern = type === undefined ? undefined : TYPES[type];
  return {
    literal: undefined,
    before: start,
    after: end,
    name,
    type,
    capture: (input) => input.slice(start.length, input.length - end.length),
    test(input) {
      if (input.length <= start.length + end.length || !input.startsWith(start) || !input.endsWith(end))
        return false;
      return pattern?.test(input.slice(start.length, input.length - end.length)) ?? true;
    },
  };
}
