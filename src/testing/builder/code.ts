import { toShortCurl } from '#journal/snippets/short-curl.ts';
import { COMPOSE, type Composition, type Pair, toTarget } from './composition.ts';

/** The request that the page sends, and that the curl command describes. */
export interface SentRequest {
  readonly method: string;
  readonly fields: readonly Pair[];
  readonly body: string;
}

/** The request without any choice. */
export const PLAIN_REQUEST: SentRequest = { method: 'GET', fields: [], body: '' };

/** A command for a shell. */
export function toCurl(composition: Composition, origin: string, request: SentRequest): string {
  const { method, fields, body } = request;
  const waits = composition.steps.flat().some(([name, value]) => name === 'expect' && value !== '');
  // curl sends `Expect` with a body only, and browsers never do.
  const content = body === '' && waits ? 'hello' : body;
  return toShortCurl({
    method: content !== '' && method === 'GET' && waits ? 'POST' : method,
    url: `${origin}${toTarget(composition)}`,
    headers: [...(waits ? [['Expect', '100-continue'] as const] : []), ...fields],
    body: content === '' ? undefined : content,
  });
}

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

type Step = Record<string, unknown>;

/** The body of `PUT /sequence/{key}`, with a step on each line; in the same form for other labs. */
export function toDefinitionJson({ settings, steps }: Composition, indent = ''): string {
  const lines = steps.map((step) => `${indent}    ${JSON.stringify(toStep(step)).replaceAll('","', '", "')}`);
  const members = [
    `"steps": [\n${lines.join(',\n')}\n${indent}  ]`,
    ...Object.entries(toStep(settings)).map(
      ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    ),
  ];
  return `{\n${members.map((member) => `${indent}  ${member}`).join(',\n')}\n${indent}}`;
}

/** A seed file, in JSON, which is YAML too. */
export function toSeed(composition: Composition): string {
  const [seed, key] = [composition.lab.seed, composition.key].map((name) => JSON.stringify(name));
  return `{\n  ${seed}: {\n    ${key}: ${toDefinitionJson(composition, '    ')}\n  }\n}`;
}

/**
 * The response of a rule or of a bin, as a member of a fragment of a URL: one response, or the steps of a list. Undefined for a lab
 * whose responses are not steps.
 */
export function toRespond({ lab, steps }: Composition): string | undefined {
  if (lab !== COMPOSE && lab.seed === null) return undefined;
  const [first = {}, ...others] = steps.map(toStep);
  return encodeURIComponent(
    JSON.stringify(others.length === 0 && lab === COMPOSE ? first : [first, ...others]),
  );
}

function toStep(pairs: readonly Pair[]): Step {
  const step: Step = {};
  const input = Map.groupBy(
    pairs.filter(([, value]) => value !== ''),
    ([name]) => name,
  );
  for (const [name, each] of input) {
    const values = each.map(([, value]) => value);
    if (name === 'header') step.headers = values.map(toField);
    else if (name === 'json') Object.assign(step, toContent(values[0] ?? '', step));
    else
      step[name] =
        values.length === 1 ? toValue(name, values[0] ?? '') : values.map((value) => toValue(name, value));
  }
  return step;
}

function toField(line: string): [name: string, value: string] {
  const [name = '', ...values] = line.split(':');
  return [name, values.join(':').trim()];
}

/** JSON as a value, if that is sent as the same text. */
function toContent(text: string, step: Step): Step {
  try {
    const value: unknown = JSON.parse(text);
    if (JSON.stringify(value) === text) return { json: value };
  } catch {
    // The server reports the error.
  }
  return { body: text, type: step.type ?? 'application/json' };
}

function toValue(name: string, value: string): unknown {
  return NUMBERS.has(name) && String(Number(value)) === value ? Number(value) : value;
}

/** A test that uses the library. */
export function toLibraryCode(composition: Composition): string {
  const { lab, key } = composition;
  const address = (target: string) =>
    `\`\${server.url}${target.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
  const call = `await callMyClient(${address(lab.seed === null ? toTarget(composition) : `/${lab.name}/${key}/end`)});`;
  const handle = `server.labs.${lab.name}(${JSON.stringify(key)})`;
  let body = [call, `const attempts = ${handle}.attempts();`];
  if (lab === COMPOSE) body = [`const response = await fetch(${address(toTarget(composition))});`];
  else if (lab.seed !== null)
    body = [
      `const ${lab.name} = ${handle};`,
      `${lab.name}.define(${toDefinitionJson(composition)});`,
      call,
      `const attempts = await ${lab.name}.wait(1);`,
    ];
  return ["import { start } from 'sparring';", '', 'await using server = await start();', ...body].join('\n');
}
