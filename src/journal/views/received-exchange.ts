import { hash } from 'node:crypto';
import type { Exchange } from '#http/message/exchange.ts';
import type { RecordedBody, RecordedExchange } from '../recording/record.ts';
import { WITHOUT_BODY } from '../recording/recording-base.ts';
import { readRequestFields } from '../recording/request-fields.ts';

/**
 * The head of a request in progress, as an entry of the journal, also of a server without a journal.
 * @param binHeader the name of the field of `--bin-header`, in lower case
 */
export function toReceivedExchange(exchange: Exchange, binHeader: string | undefined): RecordedExchange {
  const { method, head, rawFields, target, fields, route, requestNumber, protocol } = exchange;
  const { id, remote, tls } = exchange.connectionInfo;
  return {
    ...NO_RESPONSE,
    bin: readRequestFields(rawFields, target, binHeader).bin,
    service: route.owner.name,
    connection: { id, remote, tls, requestNumber, protocol, stream: null },
    request: { ...WITHOUT_BODY, method, target: head.target, headers: fields, body: bodyOf(exchange) },
    endpoint: route.template === '' ? null : route.template,
  };
}

/** The whole body if a rule has read it. */
function bodyOf({ bufferedBody, bytesReceived: length }: Exchange): RecordedBody {
  return bufferedBody
    ? toBody(bufferedBody)
    : { length, sha256: null, kept: new Uint8Array(), truncated: length > 0 };
}

export function toBody(bytes: Uint8Array): RecordedBody {
  const { length } = bytes;
  return { length, sha256: length === 0 ? null : hash('sha256', bytes), kept: bytes, truncated: false };
}

/** The members that a request without a response and without an entry has. */
export const NO_RESPONSE = {
  kind: 'exchange',
  id: 0,
  startedAt: 0,
  ms: { body: null, firstByte: null, done: null },
  response: null,
  ended: null,
  webSocket: null,
  replayOf: null,
  lab: null,
  rules: [],
  unmatched: false,
  own: false,
  marked: false,
  note: null,
} as const;
