import { faultOf, type RawStep, type ScriptedResponse, stepsOf } from '../case-port/scripted-response.ts';
import { valuesOf } from '../wire/request-reader.ts';
import type { ConformanceCase } from './case.ts';
import { describeOutcome, type Observation } from './observation.ts';

export interface MissingEvidence {
  readonly reason: string;
  /** What the client reported of a request that did not arrive. */
  readonly got?: string;
  /** Whether the server is the cause. */
  readonly isUnsent?: true;
}

/**
 * Why the run of a case proves nothing; undefined if it does. Evidence precedes the rule: a client that was never shown
 * the fault has not passed.
 */
export function missingEvidence(
  { evidence, handshakes, sends, requests, within, mayRefuse }: ConformanceCase,
  observation: Observation,
): MissingEvidence | undefined {
  const count = observation.requests().length;
  const failed = observation.outcomes.find(({ error }) => error !== undefined);
  // The class of the error does not decide: a client that reports an error, and has sent nothing, has refused the request.
  if (mayRefuse && failed && observation.isUnsent) return undefined;
  const got = failed ? { got: describeOutcome(failed) } : {};
  // With a request on the wire, the class is a mistake of the adapter, and an error as any other.
  if (count === 0 && failed?.error === 'invalid-request')
    return { reason: 'the client refused the request', ...got };
  if (isUnasked(observation)) return { reason: 'a response, but no request arrived' };
  if (count < requests) return { reason: `${count} of ${requests} requests arrived`, ...got };
  for (const port of handshakes)
    if (!observation.connections(port).some(({ tcp }) => tcp.bytesRead > 0))
      return { reason: `no handshake began at ${port}` };
  const [first, ...others] = observation.requests();
  const gap = (others.at(-1)?.at ?? 0) - (first?.at ?? 0);
  if (gap > within) return { reason: `the requests are ${Math.round(gap)} ms apart, more than ${within} ms` };
  const { fields = [] } = first ?? {};
  for (const name of sends)
    if (valuesOf(fields, name).length === 0) return { reason: `the client did not send ${name}` };
  for (const { response, faults, problems } of observation.served) {
    if (problems.length > 0) return unsent(`the response could not be sent: ${problems.join(', ')}`);
    const fault = faultOf(response);
    if (fault !== undefined && !faults.includes(fault)) return unsent(`the fault ${fault} was not sent`);
  }
  const sent = observation.textFrom('server');
  for (const text of [...evidence, ...rawTexts(observation)].map(observation.fill))
    if (!sent.includes(text)) return unsent(`the server did not send ${JSON.stringify(text.slice(0, 60))}`);
  const incomplete = observation.served.find(({ response }) => !isWhole(response, observation));
  if (incomplete) return unsent('the server sent other bytes than those of the response');
  return undefined;
}

/**
 * Whether nothing follows the bytes of a raw response, which can be the beginning of a correct one, and whether bytes that
 * are sent one by one are.
 */
function isWhole(response: ScriptedResponse, { allConnections, fill }: Observation): boolean {
  if ('compose' in response) return true;
  const steps = stepsOf(response);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first !== undefined && !isBytes(first) && 'repeat' in first && first.wait > 0)
    return allConnections.some(({ entries }) =>
      entries.some(({ from, bytes }) => from === 'server' && bytes.toString('latin1') === first.repeat),
    );
  if (last === undefined || !isBytes(last) || !steps.every(isBytes)) return true;
  const text = typeof last === 'string' ? fill(last) : Buffer.from(last).toString('latin1');
  return allConnections.some((connection) => {
    const sent = connection.textFrom('server');
    // The rest of a long response is not recorded.
    return sent.length < connection.bytesSent || sent.endsWith(text);
  });
}

/** Whether an adapter reports responses that no port has sent. */
function isUnasked({ outcomes, isUnsent }: Observation): boolean {
  return isUnsent && outcomes.some(({ status, error }) => status !== undefined && error === undefined);
}

function unsent(reason: string): MissingEvidence {
  return { reason, isUnsent: true };
}

/** The first bytes of each raw response that was chosen. */
function rawTexts({ served }: Observation): string[] {
  return served.flatMap(({ response }) => firstTexts(response));
}

function firstTexts(response: ScriptedResponse): string[] {
  if ('compose' in response) return response.behind ? [response.behind.bytes.slice(0, 1000)] : [];
  // What follows a wait is not sent to a client that has ended the connection.
  const steps = stepsOf(response);
  const waited = steps.findIndex((step) => !isBytes(step));
  const written = steps.slice(0, waited < 0 ? undefined : waited).filter(isBytes);
  return written.map((step) =>
    (typeof step === 'string' ? step : Buffer.from(step).toString('latin1')).slice(0, 1000),
  );
}

function isBytes(step: RawStep): step is string | Uint8Array {
  return typeof step === 'string' || step instanceof Uint8Array;
}
