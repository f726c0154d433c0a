import { HttpError, invalidInput } from '../../http/message/errors.ts';
import type { InputProblem } from '../../http/message/input-problem.ts';
import { decodePairs } from '../../http/routing/parameters.ts';
import { didYouMean } from '../../http/syntax/closest-match.ts';
import type { TransportFault } from '../faults/fault.ts';
import { type FaultRequests, problemOfRequests } from '../plan/fault-problem.ts';
import type { ResponsePlan } from '../plan/response-plan.ts';
import { withEntityTag } from '../plan/validators.ts';
import type { TemplateValues } from '../templates/template-values.ts';
import { readsBody } from './body-phases.ts';
import { composeParameters, type DirectivePairs } from './directives.ts';
import { type ResponseForm, toPairs } from './json-form.ts';
import { type Composition, parseDirectives } from './parse.ts';
import { parseResponseTemplate } from './response-template.ts';
import { type Limits, toPlan } from './to-plan.ts';

/** The plan of a response, by the prefix of the bin that the request has. @throws HttpError as `/compose`. */
export function planOf(directives: DirectivePairs, limits: Limits, base = ''): ResponsePlan {
  const composition = parseDirectives(decodePairs(composeParameters, directives, true));
  return toPlan(below(composition, base), limits);
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
  const template = form.template && parseResponseTemplate(form, () => {});
  const pairs = template ? template.sample : toPairs(form);
  const toResponsePlan = (directives: DirectivePairs, base = '') => {
    const composed = planOf(directives, limits, base);
    return validators ? withEntityTag(composed) : composed;
  };
  const plan = toResponsePlan(pairs);
  const { redirect } = form;
  return {
    plan(base, values) {
      if (template) return toResponsePlan(template.render(values, limits.maxGeneratedSize), base);
      return base !== '' && isOfServer(redirect) ? toResponsePlan(pairs, base) : plan;
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
  try {
    const problems = form.template ? problemsOfTemplate(form, captures) : [];
    if (problems.length > 0) return problems;
    const { readsBody, needsBody, sample, fault } = composeResponse(form, limits);
    // The content of a template depends on the request.
    const plan = form.template ? undefined : sample;
    const unfit = fault && problemOfRequests(fault, requests, { plan }, limits.maxDuration);
    if (unfit !== undefined) return [{ path: ['fault'], message: `${fault?.text} ${unfit}` }];
    if (!readsBody || !(needsBody || hasBody)) return [];
    const message = 'must not be beside a condition or an expression for the body, which is read first';
    return [{ path: [form.expect === undefined ? 'fault' : 'expect'], message }];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.problems.length === 0)
      return [{ path: [], message: `is not possible: ${withoutStop(error.message)}` }];
    return error.problems.map(({ name, message }) => ({
      path: [name === 'header' ? 'headers' : name],
      message: withoutStop(message),
    }));
  }
}

/** A sentence as a clause. */
function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

function problemsOfTemplate(form: ResponseForm, captures: readonly string[]): InputProblem[] {
  const problems: InputProblem[] = [];
  const template = parseResponseTemplate(form, (problem) => problems.push(problem));
  for (const name of new Set(template.captures))
    if (!captures.includes(name))
      problems.push({
        path: [],
        message: `has the expression path.${name}, which the path of the match does not capture${didYouMean(name, captures)}`,
      });
  return problems;
}
