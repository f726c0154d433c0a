/** An operation of a GraphQL request. */
export interface GraphqlOperation {
  /** Null for an operation without a name. */
  readonly name: string | null;
  /** `query`, `mutation` or `subscription`; null if the document has no such operation. */
  readonly type: string | null;
  readonly variables: unknown;
}

/** A definition in a document. */
type Definition = Pick<GraphqlOperation, 'name' | 'type'>;

/** The operations of a body: one, or those of a batch. */
export function operationsOfJson(value: unknown): GraphqlOperation[] {
  return (Array.isArray(value) ? value : [value]).flatMap((request) => {
    const { query, operationName, variables } = Object(request);
    return typeof query === 'string' ? selectOperation(query, operationName, variables) : [];
  });
}

/** The operation that a request executes: the named one, or the only one. */
export function selectOperation(document: string, name: unknown, variables: unknown): GraphqlOperation[] {
  const definitions = operationsIn(document);
  if (typeof name === 'string' && name !== '') {
    const named = definitions.find((definition) => definition.name === name);
    return [{ name, type: named?.type ?? null, variables: variables ?? {} }];
  }
  const [only, ...others] = definitions;
  return only && others.length === 0 ? [{ ...only, variables: variables ?? {} }] : [];
}

const TYPES: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription']);

/**
 * The operations of a document, without its fragments: names outside braces, parentheses and brackets. Strings and comments
 * are not read.
 */
function operationsIn(document: string): Definition[] {
  const found: Definition[] = [];
  let depth = 0;
  let type: string | undefined;
  let name: string | null = null;
  for (let at = 0; at < document.length; at++) {
    const character = document.charAt(at);
    if (character === '#') at = endOfLine(document, at);
    else if (character === '"') at = endOfString(document, at);
    else if (OPENING.has(character)) {
      if (character === '{' && depth === 0) {
        if (type === undefined || TYPES.has(type)) found.push({ type: type ?? 'query', name });
        type = undefined;
        name = null;
      }
      depth++;
    } else if (CLOSING.has(character)) depth--;
    else if (depth === 0 && isNameCharacter(character)) {
      const start = at;
      while (isNameCharacter(document.charAt(at + 1))) at++;
      const word = document.slice(start, at + 1);
      if (type === undefined) type = word;
      // A directive is not the name.
      else if (document[start - 1] !== '@') name ??= word;
    }
  }
  return found;
}

const OPENING: ReadonlySet<string> = new Set(['{', '(', '[']);
const CLOSING: ReadonlySet<string> = new Set(['}', ')', ']']);

function isNameCharacter(character: string): boolean {
  return /\w/.test(character);
}

/** The index of the end of the line of a comment. */
function endOfLine(document: string, start: number): number {
  let at = start;
  while (at < document.length && document[at] !== '\n' && document[at] !== '\r') at++;
  return at;
}

const BLOCK = '"""';

/** The index of the last quote of a string. */
function endOfString(document: string, start: number): number {
  if (document.startsWith(BLOCK, start)) {
    let end = document.indexOf(BLOCK, start + BLOCK.length);
    while (document[end - 1] === '\\') end = document.indexOf(BLOCK, end + BLOCK.length);
    return end < 0 ? document.length : end + BLOCK.length - 1;
  }
  let at = start + 1;
  while (at < document.length && document[at] !== '"') at += document[at] === '\\' ? 2 : 1;
  return at;
}
