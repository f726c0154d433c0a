import { type FaultRequests, problemOfRequests } from '#testing/responses/plan/fault-problem.ts';
import type { ActiveRule } from './active-rule.ts';

/**
 * Why a request gets 400 because it cannot carry a fault of the rules that apply to it, as a sentence; undefined if it can.
 * Nothing is counted then.
 */
export function describeUnfit(
  rules: readonly ActiveRule[],
  request: FaultRequests,
  maxDuration: number,
): string | undefined {
  // The fault of a rule replaces that of a response.
  const isReplaced = rules.some(({ effects }) => effects.fault !== undefined);
  for (const { stored, effects, responses, applied } of rules) {
    const fault = effects.fault ?? (isReplaced ? undefined : responses?.at(applied + 1)?.response.fault);
    const problem = fault && problemOfRequests(fault, request, {}, maxDuration);
    if (problem !== undefined)
      return `The rule ${stored.id} does not fit this response: ${fault?.text} ${problem}.`;
  }
  return undefined;
}
