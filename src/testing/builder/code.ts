import { formatShortCurl } from '#journal/snippets/short-curl.ts';
import { COMPOSE, type Composition, formatTarget } from './composition.ts';
import { buildRespond, type Pair } from './response/respond.ts';

/** The request that the page sends, and that the curl command describes. */
export interface SentRequest {
  readonly method: string;
  readonly fields: readonly Pair[];
  readonly body: string;
}

/** The request without any choice. */
export const PLAIN_REQUEST: SentRequest = { method: 'GET', fields: [], body: '' };

/** A command for a shell. */
export function formatCompositionCurl(
  composition: Composition,
  origin: string,
  request: SentRequest,
): string {
  const { method, fields, body } = request;
  const waits = composition.steps.flat().some(([name, value]) => name === 'expect' && value !== '');
  // curl sends `Expect` with a body only, and browsers never do.
  const content = body === '' && waits ? 'hello' : body;
  return formatShortCurl({
    method: content !== '' && method === 'GET' && waits ? 'POST' : method,
    url: `${origin}${formatTarget(composition)}`,
    headers: [...(waits ? [['Expect', '100-continue'] as const] : []), ...fields],
    body: content === '' ? undefined : content,
  });
}

/** The body of `PUT /sequence/{key}`, with a step on each line; in the same form for other labs. */
export function formatDefinitionJson({ settings, steps }: Composition, indent = ''): string {
  const lines = steps.map(
    (step) => `${indent}    ${JSON.stringify(buildRespond(step)).replaceAll('","', '", "')}`,
  );
  const members = [
    `"steps": [\n${lines.join(',\n')}\n${indent}  ]`,
    ...Object.entries(buildRespond(settings)).map(
      ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    ),
  ];
  return `{\n${members.map((member) => `${indent}  ${member}`).join(',\n')}\n${indent}}`;
}

/** A seed file, in JSON, which is YAML too. */
export function formatSeed(composition: Composition): string {
  const [seed, key] = [composition.lab.seed, composition.key].map((name) => JSON.stringify(name));
  return `{\n  ${seed}: {\n    ${key}: ${formatDefinitionJson(composition, '    ')}\n  }\n}`;
}

/**
 * The response of a rule or of a bin, as a member of a fragment of a URL: one response, or the steps of a list. Undefined for a lab
 * whose responses are not steps.
 */
export function formatRespond({ lab, steps }: Composition): string | undefined {
  if (lab !== COMPOSE && lab.seed === null) return undefined;
  const [first = {}, ...others] = steps.map(buildRespond);
  return encodeURIComponent(
    JSON.stringify(others.length === 0 && lab === COMPOSE ? first : [first, ...others]),
  );
}

/** A test that uses the library. */
export function formatLibraryCode(composition: Composition): string {
  const { lab, key } = composition;
  const address = (target: string) =>
    `\`\${server.url}${target.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
  const call = `await callMyClient(${address(lab.seed === null ? formatTarget(composition) : `/${lab.name}/${key}/end`)});`;
  const handle = `server.labs.${lab.name}(${JSON.stringify(key)})`;
  let body = [call, `const attempts = ${handle}.attempts();`];
  if (lab === COMPOSE) body = [`const response = await fetch(${address(formatTarget(composition))});`];
  else if (lab.seed !== null)
    body = [
      `const ${lab.name} = ${handle};`,
      `${lab.name}.define(${formatDefinitionJson(composition)});`,
      call,
      `const attempts = await ${lab.name}.wait(1);`,
    ];
  return ["import { start } from 'sparring';", '', 'await using server = await start();', ...body].join('\n');
}
