import { HttpError } from '../../http/message/errors.ts';
import type { InputProblem } from '../../http/message/input-problem.ts';
import { decodePairs } from '../../http/routing/parameters.ts';
import type { ResponsePlan } from '../plan/response-plan.ts';
import { readsBody } from './body-phases.ts';
import { composeParameters, type DirectivePairs } from './directives.ts';
import { type ResponseForm, toPairs } from './json-form.ts';
import { type Composition, parseDirectives } from './parse.ts';
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
  /** @param base the prefix of the bin that the request has. */
  plan(base: string): ResponsePlan;
  /** Whether the response determines when the body of the request is read. */
  readonly readsBody: boolean;
}

/** @throws HttpError as `/compose`. */
export function composeResponse(form: ResponseForm, limits: Limits): ComposedResponse {
  const pairs = toPairs(form);
  const plan = planOf(pairs, limits);
  const { redirect } = form;
  return {
    plan: (base) => (base !== '' && isOfServer(redirect) ? planOf(pairs, limits, base) : plan),
    readsBody: readsBody(pairs),
  };
}

/** The problems of a response that matches its schema. */
export function problemsOfResponse(form: ResponseForm, limits: Limits): InputProblem[] {
  try {
    composeResponse(form, limits);
    return [];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.problems.length === 0) return [{ path: [], message: `is not possible: ${error.message}` }];
    return error.problems.map(({ name, message }) => ({
      path: [name === 'header' ? 'headers' : name],
      message: message.replace(/\.$/, ''),
    }));
  }
}
