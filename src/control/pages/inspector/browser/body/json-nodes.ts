/** A value of JSON as it was sent: numbers and texts are not converted, and repeated names are kept. */
export interface JsonNode {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'literal';
  /** The text of a value without members. */
  readonly raw: string;
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  /** The text of the name with its quotation marks; the index of an item. */
  readonly key: string;
  readonly value: JsonNode;
}

const MAX_DEPTH = 500;

/** Matches a token. It is sticky, so that each character is read once. */
const TOKEN = /\s*([{}[\],:]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*/y;

/** Parses JSON (RFC 8259). @returns undefined for another text, or too many levels */
export function parseJsonNodes(text: string): JsonNode | undefined {
  let at = 0;
  let token = '';
  const next = (): string => {
    TOKEN.lastIndex = at;
    token = TOKEN.exec(text)?.[1] ?? '';
    at = token === '' ? text.length + 1 : TOKEN.lastIndex;
    return token;
  };
  const parse = (depth: number): JsonNode | undefined => {
    if (depth > MAX_DEPTH) return undefined;
    if (token === '{' || token === '[') return parseMembers(token, depth);
    const type = typeOf(token);
    return type && { type, raw: token, members: [] };
  };
  const parseMembers = (open: '{' | '[', depth: number): JsonNode | undefined => {
    const close = open === '{' ? '}' : ']';
    const members: JsonMember[] = [];
    if (next() !== close)
      for (;;) {
        let key = String(members.length);
        if (open === '{') {
          key = token;
          if (!key.startsWith('"') || next() !== ':') return undefined;
          next();
        }
        const value = parse(depth + 1);
        if (!value) return undefined;
        members.push({ key, value });
        if (next() === close) break;
        if (token !== ',') return undefined;
        next();
      }
    return { type: open === '{' ? 'object' : 'array', raw: '', members };
  };
  next();
  const node = parse(0);
  return node && at === text.length ? node : undefined;
}

function typeOf(token: string): JsonNode['type'] | undefined {
  if (token.startsWith('"')) return 'string';
  if (/^-?\d/.test(token)) return 'number';
  return token === 'true' || token === 'false' || token === 'null' ? 'literal' : undefined;
}

/** The text of a value, with a line for each member. */
export function indentJson({ type, raw, members }: JsonNode, indent = ''): string {
  if (type !== 'object' && type !== 'array') return raw;
  const [open, close] = type === 'object' ? ['{', '}'] : ['[', ']'];
  if (members.length === 0) return open + close;
  const inner = `${indent}  `;
  const lines = members.map(({ key, value }) => {
    const name = type === 'object' ? `${key}: ` : '';
    return `${inner}${name}${indentJson(value, inner)}`;
  });
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
