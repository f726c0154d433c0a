import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';

const IN_PROGRESS: ExchangeSummary = {
  method: 'POST',
  protocol: 'HTTP/1.1',
  connection: 1,
  stream: null,
  isReused: false,
  fault: null,
  bodyLength: 0,
  bodyDigest: undefined,
  isBodyComplete: false,
  status: 0,
  bytesSent: 0,
  firstByte: null,
  done: null,
  ended: null,
  expectation: undefined,
};

/** The recording of an exchange in progress, with these members. */
export function recordingOf(members: Partial<ExchangeSummary> = {}): { summarize(): ExchangeSummary } {
  return { summarize: () => ({ ...IN_PROGRESS, ...members }) };
}
