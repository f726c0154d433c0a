import type { InputProblem } from '../http/message/input-problem.ts';
import { BIN_NAME } from '../http/message/target.ts';
import type { Service } from '../http/routing/service.ts';
import { isToken } from '../http/syntax/token.ts';
import { namedMethods } from '../matching/method-condition.ts';
import { problemsOfConditions, type RequestMatch } from '../matching/request-match.ts';
import { serviceAt } from './path-owner.ts';
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
  if (bin !== undefined && typeof match.bin === 'string' && match.bin !== bin)
    problems.push({ path: ['match', 'bin'], message: `must be ${bin}, the bin of the rule, or absent` });
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

/** A path that no request to the service of the rule has. */
export function problemsOfPath(
  { match: { path, service } = {} }: RuleInput,
  bin: string | null,
  services: readonly Service[],
): InputProblem[] {
  const owner = path === undefined ? undefined : serviceAt(path, services);
  if (!owner) return [];
  if (owner.name === 'control')
    return [
      { path: ['match', 'path'], message: `must not begin with ${owner.prefix}, which no rule acts on` },
    ];
  if (service === undefined || service === owner.name || bin !== null) return [];
  return [
    {
      path: ['match', 'path'],
      message: `must be a path of the service ${service}, and not of the service ${owner.name}`,
    },
  ];
}
