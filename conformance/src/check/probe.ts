import type { AdapterRequest, Outcome } from '../adapter/messages.ts';
import type { PortScript } from '../case-port/scripted-response.ts';
import { contentOf, describeOutcome, type Observation } from '../verdict/observation.ts';

/** One request of the check; its session is the same for all of them by default. */
export type ProbeStep = Partial<AdapterRequest>;

/** Correct exchanges with an adapter, and what both witnesses must say of them. */
export interface Probe {
  /** What is asked, in a few words. */
  readonly what: string;
  readonly serve: Readonly<Record<string, PortScript>>;
  readonly ask: readonly ProbeStep[];
  /** Its session, which ends with it; by default one that several probes share. */
  readonly session?: string;
  /** Whether the steps are sent at once. */
  readonly together?: true;
  /** Whether the client may be unable to do it. */
  readonly mayLack?: true;
  /** Whether a client that repeats the request for longer than the limit is right. */
  readonly mayRepeat?: true;
  /** Milliseconds for an answer; an answer that comes later was not flushed, or its request hangs. */
  readonly limit?: number;
  /** What the adapter reports, and the record of the server contradicts. */
  readonly contradiction: (seen: Observation) => string | undefined;
  /** What is right, and better said otherwise. */
  readonly advice?: (seen: Observation) => string | undefined;
}

/** The first contradiction of both witnesses, or of those that a probe of its own looks for. */
export function contradictionOf(probe: Probe, seen: Observation): string | undefined {
  const arrived = seen.requests().length;
  for (const outcome of seen.outcomes) {
    const { unsupported, adapterError, error, status } = outcome;
    if (adapterError !== undefined) return `adapterError: ${adapterError}`;
    if (unsupported !== undefined)
      return probe.mayLack ? undefined : `it answers unsupported: ${unsupported}`;
    if (arrived === 0 && error === undefined && status !== undefined)
      return `it reports ${describeOutcome(outcome)}, but no request arrived`;
    if (arrived > 0 && error === 'invalid-request')
      return 'it answers invalid-request, which is for a request that is not sent, but one arrived';
  }
  return probe.contradiction(seen);
}

/** The contradictions in their order, of which the first is reported. */
export function firstOf(
  ...rules: readonly ((seen: Observation) => string | undefined)[]
): Probe['contradiction'] {
  return (seen) => {
    for (const find of rules) {
      const found = find(seen);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Status and content, in one outcome without an error. */
export function reports(content: string, status = 200, step = 1): Probe['contradiction'] {
  return (seen) => {
    const outcome = seen.outcome(step);
    const isReported =
      outcome.error === undefined && outcome.status === status && textOf(outcome) === content;
    const expected = `status ${status}, ${content === '' ? 'no content' : JSON.stringify(content)}`;
    return isReported ? undefined : `the server sent ${expected}; it reports ${describeOutcome(outcome)}`;
  };
}

/** A fact about the requests that arrived. */
export function arrives(
  what: string,
  test: (seen: Observation) => boolean,
  got: (seen: Observation) => string = () => '',
): Probe['contradiction'] {
  return (seen) => {
    if (test(seen)) return undefined;
    const found = got(seen);
    return `${what} did not arrive${found === '' ? '' : `; ${found}`}`;
  };
}

function textOf(outcome: Outcome): string | undefined {
  return contentOf(outcome)?.toString('latin1');
}
