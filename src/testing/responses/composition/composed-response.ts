import { HttpError, invalidInput } from '#http/errors/errors.ts';
import type { InputProblem } from '#http/message/input-problem.ts';
import type { Path } from '#http/message/validation.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import type { TransportFault } from '../faults/fault.ts';
import { type FaultRequests, problemOfRequests } from '../plan/fault-problem.ts';
import type { ResponsePlan } from '../plan/response-plan.ts';
import { withEntityTag } from '../plan/validators.ts';
import type { TemplateValues } from '../templates/template-values.ts';
import { readsBody } from './body-phases.ts';
import { composePlan, type Limits } from './compose-plan.ts';
import { composeParameters, type DirectivePairs } from './directives.ts';
import { headerEntries, type ResponseForm, toPairs } from './json-form.ts';
import { type Composition, parseDirectives } from './parse.ts';
import { parseResponseTemplate } from './response-template.ts';

/** The plan of a response, by the prefix of the bin that the request has. @throws HttpError as `/compose`. */
export function planOf(directives: DirectivePairs, limits: Limits, base = ''): ResponsePlan {
  const composition = parseDirectives(decodePairs(composeParameters, directives, true));
  return composePlan(below(composition, base), limits);
}

/** A redirect to a path of this server stays in the bin of the request. */
export function below(composition: Composition, base: string): Composition {
  const { redirect } = composition;
  return base !== '' && isOfServer(redirect) ? { ...composition, redirect: base + redirect } : composition;
}

function isOfServer(redirect: string | undefined): boolean {
  return redirect !== undefined && /^\/(?!\/)/.test(redirect);
}

/** A response that is composed once, and sent any number of times. */
export interface ComposedResponse {
  /**
   * @param base the prefix of the bin that the request has.
   * @param values what the expressions of a template name.
   * @throws HttpError for values that the response cannot have.
   */
  plan(base: string, values: TemplateValues): ResponsePlan;
  readonly fault: TransportFault | undefined;
  /** Whether the response determines when the body of the request is read. */
  readonly readsBody: boolean;
  /** Whether the response contains parts of the body of the request. */
  readonly needsBody: boolean;
  /** Whether the response depends on the conditions and ranges of the request. */
  readonly hasValidators: boolean;
  /** Whether browsers must not run the content, also at the host of a bin. */
  readonly isSandboxed: boolean;
  /** Called after the exchange, for content that was not read. */
  discard?(): void;
}

/** The response of directives. */
interface FormResponse extends ComposedResponse {
  /** The plan outside of bins, with a text in place of the values of expressions. */
  readonly sample: ResponsePlan;
}

/** @throws HttpError as `/compose`. */
export function composeResponse(
  { sandbox, file, validators, ...form }: ResponseForm,
  limits: Limits,
): FormResponse {
  if (file !== undefined && form.base64 === undefined)
    throw invalidInput([{ in: 'query', name: 'file', keyword: 'format', message: FILES_ONLY }]);
  const template = form.template && parseResponseTemplate(form, undefined, () => {});
  const pairs = template ? template.sample : toPairs(form);
  const buildResponsePlan = (directives: DirectivePairs, base = '') => {
    const composed = planOf(directives, limits, base);
    return validators ? withEntityTag(composed) : composed;
  };
  const plan = buildResponsePlan(pairs);
  const { redirect } = form;
  return {
    plan(base, values) {
      if (template) return buildResponsePlan(template.render(values, limits.maxGeneratedSize), base);
      return base !== '' && isOfServer(redirect) ? buildResponsePlan(pairs, base) : plan;
    },
    sample: plan,
    fault: plan.fault,
    readsBody: readsBody(pairs),
    needsBody: template?.needsBody ?? false,
    hasValidators: validators === true,
    isSandboxed: sandbox !== false,
  };
}

/** Why a call of the control API or of the library has no `file`. */
export const FILES_ONLY = 'is read from a seed file or a file of rules only; use base64';

/** What is known of the requests of a response. */
export interface RequestFacts {
  /** The names that the path template of the rule captures. */
  readonly captures: readonly string[];
  /** Whether their body has been read. */
  readonly hasBody: boolean;
  readonly requests: FaultRequests;
}

/** The problems of a response that matches its schema. */
export function problemsOfResponse(
  form: ResponseForm,
  limits: Limits,
  { captures, hasBody, requests }: RequestFacts,
): InputProblem[] {
  const problems: InputProblem[] = [];
  if (form.template) parseResponseTemplate(form, captures, (problem) => problems.push(problem));
  if (problems.length > 0) return problems;
  try {
    const { readsBody, needsBody, sample, fault } = composeResponse(form, limits);
    // The content of a template depends on the request.
    const plan = form.template ? undefined : sample;
    const unfit = fault && problemOfRequests(fault, requests, { plan }, limits.maxDuration);
    if (unfit !== undefined) return [{ path: ['fault'], message: `${fault?.text} ${unfit}` }];
    if (!readsBody || !(needsBody || hasBody)) return [];
    const message = 'must not be beside a condition or an expression for the body, which is read first';
    return [{ path: [form.expect === undefined ? 'fault' : 'expect'], message }];
  } catch (error) {
    return problemsOfComposition(error).map((problem) => {
      const path = locate(problem, form, limits);
      const [member, name] = path;
      const isRepeated = member === 'headers' && problem.message.startsWith(`${name} `);
      return { path, message: isRepeated ? problem.message.slice(`${name} `.length) : problem.message };
    });
  }
}

/** The problems of an error of directives in JSON. @throws any other error */
export function problemsOfComposition(error: unknown): InputProblem[] {
  if (!(error instanceof HttpError)) throw error;
  const clause = (text: string) => text.replace(/\.$/, '');
  if (error.problems.length === 0)
    return [{ path: [], message: `is not possible: ${clause(error.message)}` }];
  return error.problems.map(({ name, message }) => ({
    path: [name === 'header' ? 'headers' : name],
    message: clause(message),
  }));
}

/** The path to the smallest part of a response that has the problem alone. */
function locate({ path, message }: InputProblem, form: ResponseForm, limits: Limits): Path {
  const found = partsOf(form).find(({ path: [member], part }) => {
    if (path.length > 0 && path[0] !== member) return false;
    try {
      composeResponse({ ...part, ...(form.template && { template: true }) }, limits);
      return false;
    } catch (error) {
      return problemsOfComposition(error).some((problem) => problem.message === message);
    }
  });
  return found?.path ?? path;
}

/** Each member of a response, each of its headers, and each line of a list. */
function partsOf({ template: _, headers, ...form }: ResponseForm): { path: Path; part: ResponseForm }[] {
  return [
    ...headerEntries(headers).map(({ name, text, path }) => ({
      path: ['headers', ...path],
      part: { headers: [[name, text] as const] },
    })),
    ...Object.entries(form).flatMap(([name, value]) =>
      Array.isArray(value) && name !== 'json'
        ? value.map((line: unknown, index) => ({ path: [name, index], part: { [name]: line } }))
        : [{ path: [name], part: { [name]: value } }],
    ),
  ];
}
