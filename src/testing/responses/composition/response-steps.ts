import type { InputProblem } from '#http/message/input-problem.ts';
import { OPEN_TIME, parseOpenTime } from '../syntax/open-time.ts';
import type { Limits } from './compose-plan.ts';
import {
  type ComposedResponse,
  composeResponse,
  problemsOfResponse,
  type RequestFacts,
} from './composed-response.ts';
import type { ResponseForm, StepForm } from './json-form.ts';

/** What a use after the last step gets: this step again, the first one, or 410. */
export type AfterSteps = 'last' | 'first' | 'gone';

/** The response of a use, with the number of its step. */
export interface NumberedResponse {
  /** From 1; null for a response that is no list. */
  readonly step: number | null;
  readonly response: ComposedResponse;
}

/** Steps that are counted, and the step after them, which is open for a time. */
export interface StepGroup {
  /** Number of uses that get the counted steps. */
  readonly uses: number;
  /** In milliseconds; undefined for the steps after the last one that is open. */
  readonly open: number | undefined;
}

/** Responses by the number of their use. */
export interface ResponseSteps {
  /**
   * @param use from 1. All uses of a step that is open for a time have one number.
   * @returns undefined after the last step, if no step follows.
   */
  at(use: number): NumberedResponse | undefined;
  /** Undefined for a list without a step that is open for a time. */
  readonly groups: readonly StepGroup[] | undefined;
  /** Whether a response contains parts of the body of the request. */
  readonly needsBody: boolean;
}

/** @throws HttpError as `/compose`. */
export function composeSteps(
  input: ResponseForm | readonly StepForm[],
  after: AfterSteps,
  limits: Limits,
): ResponseSteps {
  if (!isList(input)) {
    const single = { step: null, response: composeResponse(input, limits) };
    return { at: () => single, groups: undefined, needsBody: single.response.needsBody };
  }
  const steps = input.map(({ times = 1, open: _, ...form }, index) => ({
    times,
    numbered: { step: index + 1, response: composeResponse(form, limits) },
  }));
  const total = steps.reduce((sum, { times }) => sum + times, 0);
  return {
    groups: groupsOf(input),
    needsBody: steps.some(({ numbered }) => numbered.response.needsBody),
    at(use) {
      if (use > total && after === 'gone') return undefined;
      if (use > total && after === 'last') return steps.at(-1)?.numbered;
      let rest = (use - 1) % total;
      for (const { times, numbered } of steps) {
        if (rest < times) return numbered;
        rest -= times;
      }
      return undefined;
    },
  };
}

/** The problems of responses that match their schema. */
export function problemsOfSteps(
  input: ResponseForm | readonly StepForm[],
  limits: Limits,
  facts: RequestFacts,
): InputProblem[] {
  if (!isList(input)) return problemsOfResponse(input, limits, facts);
  return input.flatMap(({ times, open, ...form }, index) => [
    ...problemsOfOpen(times, open).map((message) => ({ path: [index, 'open'], message })),
    ...problemsOfResponse(form, limits, facts).map(({ path, message }) => ({
      path: [index, ...path],
      message,
    })),
  ]);
}

function problemsOfOpen(times: StepForm['times'], open: StepForm['open']): string[] {
  if (open === undefined) return [];
  return [
    ...(parseOpenTime(open) === undefined ? [OPEN_TIME] : []),
    ...(times === undefined ? [] : ['must not be beside times']),
  ];
}

function groupsOf(steps: readonly StepForm[]): readonly StepGroup[] | undefined {
  if (steps.every(({ open }) => open === undefined)) return undefined;
  const groups: StepGroup[] = [];
  let uses = 0;
  for (const { times = 1, open } of steps) {
    if (open === undefined) uses += times;
    else {
      groups.push({ uses, open: parseOpenTime(open) ?? 0 });
      uses = 0;
    }
  }
  return uses > 0 ? [...groups, { uses, open: undefined }] : groups;
}

function isList(input: ResponseForm | readonly StepForm[]): input is readonly StepForm[] {
  return Array.isArray(input);
}
