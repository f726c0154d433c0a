import { BIN_NAME } from '#bins/bin-name.ts';
import type { InputProblem } from '#http/message/input-problem.ts';
import type { Service } from '#http/routing/service.ts';
import { pathPrefixes } from '#http/routing/unrecorded-paths.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { isToken } from '#http/syntax/token.ts';
import { namedMethods } from '#journal/matching/method-condition.ts';
import { problemsOfConditions, type RequestMatch } from '#journal/matching/request-match.ts';
import { compileText, type TextCondition } from '#journal/matching/text-condition.ts';
import { binOfPath, canBeUnder, serviceAt } from './path-owner.ts';
import type { RuleInput } from './rule.ts';

/** The problems of the match of a rule that its schema does not describe. */
export function problemsOfMatch({ match = {}, bin }: RuleInput): InputProblem[] {
  const problems = problemsOfConditions(match, ['match']);
  if (namedMethods(match.method)?.every(isToken) === false)
    problems.push({ path: ['match', 'method'], message: 'must be a method, such as POST' });
  if (Buffer.byteLength(JSON.stringify(match)) > MAX_MATCH)
    problems.push({ path: ['match'], message: 'must not be longer than 64 KiB of JSON' });
  if (countNames(match) > MAX_NAMES)
    problems.push({
      path: ['match'],
      message: `must not have more than ${MAX_NAMES} names of parameters, headers, cookies and fields`,
    });
  if (typeof match.bin === 'string' && !BIN_NAME.test(match.bin))
    problems.push({
      path: ['match', 'bin'],
      message: 'must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens',
    });
  if (bin !== undefined && match.bin !== undefined && !compileText(match.bin)(bin))
    problems.push({ path: ['match', 'bin'], message: `must be ${bin}, the bin of the rule, or absent` });
  if (namedMethods(match.method)?.every((method) => method === 'CONNECT'))
    problems.push({ path: ['match', 'method'], message: 'must not be CONNECT, which no rule acts on' });
  return problems;
}

/** Maximum size of a match as JSON, in bytes. */
const MAX_MATCH = 64 * 1024;

const MAX_NAMES = 100;

/** Number of the names in a match, also of the matches in it. */
function countNames({ query, headers, cookies, body, not, any_of: group = [] }: RequestMatch): number {
  const { form, parts = [] } = typeof body === 'object' ? body : {};
  const names = [query, headers, cookies, form, ...parts.map((part) => part.headers)];
  const inner = [...(not ? [not] : []), ...group].map(countNames);
  return [...names.map((named) => Object.keys(named ?? {}).length), ...inner].reduce(
    (sum, count) => sum + count,
    0,
  );
}

/** A path, or the template of an endpoint, that no request to the service of the rule has. */
export function problemsOfPath(
  { match = {} }: RuleInput,
  bin: string | null,
  services: readonly Service[],
): InputProblem[] {
  const { path, endpoint, service } = match;
  const problems: InputProblem[] = [];
  const add = (member: string, message: string | undefined) =>
    message !== undefined && problems.push({ path: ['match', member], message });
  if (endpoint !== undefined) add('endpoint', problemOfEndpoint(endpoint, services));
  if (path === undefined) return problems;
  const owner = serviceAt(path, services);
  if (owner?.name === 'control') add('path', `must not begin with ${owner.prefix}, which no rule acts on`);
  else if (bin === null) {
    add('path', problemOfBinPath(path));
    if (match.bin === undefined) add('path', problemOfProbe(path, services));
    if (owner && service !== undefined && service !== owner.name)
      add('path', `must be a path of the service ${service}, and not of the service ${owner.name}`);
    const api = services.find(({ name }) => name === 'api');
    if (service === 'api' && api && !owner && !canBeUnder(path, pathPrefixes(api)))
      add('path', `must be a path of the service api, such as ${api.prefix}/…`);
  }
  return problems;
}

/** The prefix of a bin is not part of a path. */
function problemOfBinPath(path: TextCondition): string | undefined {
  const key = binOfPath(path);
  if (key === undefined) return undefined;
  return key === null
    ? 'is of a bin: a rule with "bin" has the path without the prefix /bin/KEY'
    : `is of the bin ${key}: a rule with "bin": "${key}" has the path without the prefix /bin/${key}`;
}

/** Outside bins, the path of a probe is that of the server. */
function problemOfProbe(condition: TextCondition, services: readonly Service[]): string | undefined {
  const text = typeof condition === 'string' ? condition : condition.is;
  const probes = services.find(({ name }) => name === 'probes');
  if (!probes?.endpoints.some(({ path }) => path === text)) return undefined;
  return 'is a health check of the server, which no rule acts on: a rule with "bin" can have this path';
}

function problemOfEndpoint(condition: TextCondition, services: readonly Service[]): string | undefined {
  const text = typeof condition === 'string' ? condition : condition.is;
  const templates = new Set(services.flatMap(({ endpoints }) => endpoints.map(({ path }) => path)));
  if (text === undefined || templates.has(text)) return undefined;
  return `must be the template of an endpoint${didYouMean(text, templates)}`;
}
