import type { InputProblem } from '#http/message/input-problem.ts';
import { findUnsafeInteger } from '#http/syntax/unsafe-integer.ts';
import { CALLER_RULES, parseCallers } from '#journal/matching/callers.ts';
import { namedMethods } from '#journal/matching/method-condition.ts';
import { compileTemplate, problemOfTemplate } from '#journal/matching/path-template.ts';
import { readsBody } from '#journal/matching/request-match.ts';
import type { Limits } from '#testing/responses/composition/compose-plan.ts';
import type { RequestFacts } from '#testing/responses/composition/composed-response.ts';
import { problemsOfSteps } from '#testing/responses/composition/response-steps.ts';
import type { FaultRequests } from '#testing/responses/plan/fault-problem.ts';
import type { RuleInput, RuleMatch } from './rule.ts';

/** Maximum size of the content of a response that is no file, in bytes. */
export const MAX_CONTENT = 1024 * 1024;

/** The problems of the responses of a rule, and of the members beside them. */
export function problemsOfRespond({ match, respond, after, by }: RuleInput, limits: Limits): InputProblem[] {
  for (const [name, value] of Object.entries({ after, by }))
    if (value !== undefined && !Array.isArray(respond))
      return [{ path: [name], message: 'must be beside a list in respond' }];
  if (after === 'first' && Array.isArray(respond) && respond.some(({ open }) => open !== undefined))
    return [{ path: ['after'], message: 'must be last or gone beside a step with open' }];
  if (by !== undefined && !parseCallers(by))
    return [{ path: ['by'], message: `must be one of ${CALLER_RULES.join(', ')}` }];
  if (respond === undefined) return [];
  const path = ['respond'];
  const tooLarge = problemsOfContent(respond, limits.maxBodySize);
  if (tooLarge.length > 0)
    return tooLarge.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
  const number = Array.isArray(respond)
    ? respond.map(({ json }, index) => findUnsafeInteger(json, [...path, index, 'json'])).find(Boolean)
    : findUnsafeInteger(respond.json, [...path, 'json']);
  if (number)
    return [{ path: number, message: 'is an integer that JSON readers do not keep; use body with type' }];
  return problemsOfSteps(respond, limits, factsOf(match)).map((problem) => ({
    ...problem,
    path: [...path, ...problem.path],
  }));
}

/** Contents that are too large, before any content coding. */
function problemsOfContent(respond: NonNullable<RuleInput['respond']>, maxBodySize: number): InputProblem[] {
  const isList = Array.isArray(respond);
  return (isList ? respond : [respond]).flatMap(({ body, json, base64 = '', file }, index) => {
    const at = isList ? [index] : [];
    if (file !== undefined)
      return Buffer.byteLength(base64, 'base64') > maxBodySize
        ? [{ path: [...at, 'file'], message: `must not be larger than ${maxBodySize} bytes, as bodies` }]
        : [];
    const sizes = {
      body: Buffer.byteLength(body ?? ''),
      json: json === undefined ? 0 : Buffer.byteLength(JSON.stringify(json)),
      base64: Buffer.byteLength(base64, 'base64'),
    };
    return Object.entries(sizes)
      .filter(([, size]) => size > MAX_CONTENT)
      .map(([name]) => ({ path: [...at, name], message: 'must not be longer than 1 MiB' }));
  });
}

/** What is known of the requests that a rule responds to. */
function factsOf(match: RuleMatch = {}): RequestFacts {
  const { path } = match;
  const hasTemplate = typeof path === 'string' && problemOfTemplate(path) === undefined;
  return {
    captures: hasTemplate ? compileTemplate(path).names : [],
    hasBody: readsBody(match),
    requests: requestsOf(match),
  };
}

/** What is known of the requests that a match selects. */
export function requestsOf({ method, protocol }: RuleMatch = {}): FaultRequests {
  return {
    methods: namedMethods(method),
    isOverHttp2: protocol === undefined ? undefined : protocol === 'HTTP/2',
  };
}
