import { createHash } from 'node:crypto';
import { all, type Finding, findingOf, holds, ok, reported, rule, wrong } from '../verdict/expectation.ts';
import type { Observation, PlacedRequest } from '../verdict/observation.ts';

/** The requests of all attempts have this content. */
export function contentIsSent(bytes: Buffer, port?: string) {
  const digest = createHash('sha256').update(bytes).digest('hex');
  return holds(
    `all ${bytes.length} bytes of the request arrive`,
    (seen) => {
      const requests = seen.requests(port);
      return requests.length > 0 && requests.every(({ content }) => content.sha256 === digest);
    },
    (seen) => describeContents(seen.requests(port)),
  );
}

function describeContents(requests: readonly PlacedRequest[]): string {
  const lengths = requests.map(({ method, content }) => `${method} with ${content.length} bytes`);
  return lengths.length === 0 ? 'no request' : lengths.join(', ');
}

/**
 * A rule about what a client sends that may refuse to send it. Nothing on the wire and an error is a refusal, whatever the
 * class of the error is; a time-out is none.
 */
export function unlessRefused(text: string, check: (seen: Observation) => Finding | undefined) {
  return rule(text, (seen) => {
    if (!seen.isUnsent) return check(seen);
    const outcome = seen.outcome(1);
    return outcome.error === undefined || outcome.error === 'timeout' ? findingOf(outcome) : undefined;
  });
}

/** A valid request has no problem that RFC 9112 names, and nothing follows it. */
export const wellFramed = holds(
  'one framing, and no byte behind the request',
  (seen) =>
    seen.requests().every(({ problems, isComplete }) => problems.length === 0 && isComplete) &&
    seen.allConnections.every(({ strayBytes }) => strayBytes === 0),
  (seen) =>
    seen
      .requests()
      .flatMap(({ problems }) => problems)
      .join(', ') || 'an incomplete request, or bytes behind it',
);

/** At most so many requests. */
export function atMost(count: number, port?: string) {
  return holds(
    `at most ${count} request${count === 1 ? '' : 's'}`,
    (seen) => seen.requests(port).length <= count,
    (seen) => `${seen.requests(port).length} requests`,
  );
}

export function exactly(count: number, port?: string) {
  return holds(
    `exactly ${count} request${count === 1 ? '' : 's'}`,
    (seen) => seen.requests(port).length === count,
    (seen) => `${seen.requests(port).length} requests`,
  );
}

/** The second step has a response of its own, on any connection. */
export const ownSecond = ok('second', { step: 2 });

/** The second request is on a connection of its own. */
export const anotherConnection = all(
  ok('hello'),
  ownSecond,
  holds(
    'the second request on another connection',
    (seen) => seen.requests().at(-1)?.connection !== seen.requests()[0]?.connection,
    () => 'the same connection',
  ),
);

/** An outcome that is not a success: an error, or a status from 500. */
export const notSuccessful = rule('an error, or a status from 500; never 2xx', (seen) => {
  const outcome = seen.outcome(1);
  if (outcome.error !== undefined) return outcome.error === 'timeout' ? findingOf(outcome) : undefined;
  return (outcome.status ?? 0) >= 500 ? undefined : findingOf(outcome);
});

/** A field that the client reports. */
export function fieldIs(name: string, text: string, test: (values: readonly string[]) => boolean) {
  return rule(`${name} ${text}`, (seen) => {
    const outcome = seen.outcome(1);
    if (outcome.error !== undefined) return findingOf(outcome);
    const values = reported(outcome, name);
    return test(values)
      ? undefined
      : wrong(
          `${name} ${values.length === 0 ? 'absent' : values.map((each) => JSON.stringify(each)).join(' and ')}`,
        );
  });
}

/** A field that the client must not report. */
export function fieldIsAbsent(name: string) {
  return fieldIs(name, 'not among the fields', (values) => values.length === 0);
}

/** Any outcome but a hang: an error, or a complete response. */
export const anyOutcome = rule('an outcome before the deadline', (seen) => {
  const outcome = seen.outcome(1);
  return outcome.error === 'timeout' ? findingOf(outcome) : undefined;
});
