import { find } from '#pages/browser/elements.ts';
import type { SentRequest } from '../code.ts';
import { readPairs } from '../response/browser/form.ts';
import type { Pair } from '../response/respond.ts';

const MAX_COUNT = 50;
const MAX_WAIT = 60;

/** What the page sends: the request, how often, and the milliseconds between two of them. */
export interface Plan {
  readonly request: SentRequest;
  readonly count: number;
  readonly wait: number;
}

/** The choices of the group "Request". */
export function readRequest(): Plan {
  const pairs = readPairs(find(document, '#request', HTMLElement));
  const one = (name: string) => pairs.find(([other]) => other === name)?.[1] ?? '';
  const method = one('method') || 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const fields = pairs.filter(([name]) => name === 'request-header').flatMap(([, line]) => parseField(line));
  return {
    request: { method, fields, body: hasBody ? one('content') : '' },
    count: between(1, Number(one('count')) || 1, MAX_COUNT),
    wait: between(0, Number(one('wait')) || 0, MAX_WAIT) * 1000,
  };
}

function parseField(line: string): Pair[] {
  const colon = line.indexOf(':');
  return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
}

function between(minimum: number, value: number, maximum: number): number {
  return Math.min(Math.max(value, minimum), maximum);
}
