/** Name and value of a directive. */
export type Pair = readonly [name: string, value: string];

/** Directives whose values JSON can have as numbers. */
const NUMBERS: ReadonlySet<string> = new Set([
  'status',
  'times',
  'open',
  'bytes',
  'delay',
  'pause',
  'rate',
  'chunk',
]);

type Members = Record<string, unknown>;

/** Directives as the JSON form of a response: `respond` of a rule, or a step of a lab. Directives without a value are left out. */
export function buildRespond(pairs: readonly Pair[]): Members {
  const members: Members = {};
  const input = Map.groupBy(
    pairs.filter(([, value]) => value !== ''),
    ([name]) => name,
  );
  for (const [name, each] of input) {
    const values = each.map(([, value]) => value);
    if (name === 'header') members.headers = values.map(parseField);
    else if (name === 'json') Object.assign(members, parseContent(values[0] ?? '', members));
    else
      members[name] =
        values.length === 1
          ? parseValue(name, values[0] ?? '')
          : values.map((value) => parseValue(name, value));
  }
  return members;
}

/** Name and value of a header line. */
export function parseField(line: string): [name: string, value: string] {
  const [name = '', ...values] = line.split(':');
  return [name.trim(), values.join(':').trim()];
}

/** JSON as a value, if that is sent as the same text. */
function parseContent(text: string, members: Members): Members {
  try {
    const value: unknown = JSON.parse(text);
    if (JSON.stringify(value) === text) return { json: value };
  } catch {
    // The server reports the error.
  }
  return { body: text, type: members.type ?? 'application/json' };
}

function parseValue(name: string, value: string): unknown {
  return NUMBERS.has(name) && String(Number(value)) === value ? Number(value) : value;
}

/** The members of a response with a directive of the same name and one value. */
const SIMPLE: ReadonlySet<string> = new Set(['status', 'type', 'body', 'base64', 'bytes', 'delay']);

/** What is wrong with the JSON content, which `buildRespond` sends as it is; undefined for JSON, and without such content. */
export function describeJsonProblem(directives: readonly Pair[]): string | undefined {
  const text = directives.find(([name]) => name === 'json')?.[1] ?? '';
  if (text === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : error}`;
  }
}

/** The reverse of `buildRespond`. @returns undefined for a response with members that the fields cannot show, such as a list */
export function parseRespond(respond: unknown): Pair[] | undefined {
  if (typeof respond !== 'object' || respond === null || Array.isArray(respond)) return undefined;
  const pairs: Pair[] = [];
  for (const [name, value] of Object.entries(respond)) {
    if (name === 'headers') pairs.push(...parseHeaders(value));
    else if (name === 'json') pairs.push(['json', JSON.stringify(value)]);
    else if (SIMPLE.has(name)) pairs.push([name, String(value)]);
    else return undefined;
  }
  const isJson = pairs.some(([name, value]) => name === 'type' && value === 'application/json');
  const body = pairs.find(([name]) => name === 'body')?.[1];
  if (!isJson || body === undefined || describeJsonProblem([['json', body]]) !== undefined) return pairs;
  return pairs.flatMap(([name, value]): Pair[] => {
    if (name === 'type') return [];
    return [[name === 'body' ? 'json' : name, value]];
  });
}

function parseHeaders(headers: unknown): Pair[] {
  if (typeof headers !== 'object' || headers === null) return [];
  const pairs: unknown[][] = Array.isArray(headers) ? headers : Object.entries(headers);
  return pairs.flatMap(([name, values]) =>
    [values].flat().map((value): Pair => ['header', `${name}: ${value}`]),
  );
}
