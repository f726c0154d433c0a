import type { BodyExchange } from '#http/message/body/body.ts';
import { createBodyBudget } from '#http/message/body/body-budget.ts';
import { IncomingBody } from '#wire/driver/connection/body.ts';
import { EXPECT_CONTINUE, type RequestHead } from '#wire/request-head.ts';
import { createFakeWire, type FakeWire } from './fake-wire.ts';

/** An exchange without a connection. A test gives the body what is received. */
export interface OpenedExchange {
  readonly exchange: BodyExchange;
  readonly wire: FakeWire;
  readonly body: IncomingBody;
  /** The statuses of the informational responses that were recorded. */
  readonly informational: readonly number[];
}

/** The chunks are received, and the end at null. */
export function receive({ body }: OpenedExchange, ...chunks: readonly (string | null)[]): void {
  for (const chunk of chunks)
    if (chunk === null) body.complete([]);
    else body.content(Buffer.from(chunk));
}

export function openBodyExchange(
  headers: Record<string, string> = {},
  { bufferedBody }: { readonly bufferedBody?: Buffer } = {},
): OpenedExchange {
  const informational: number[] = [];
  const framing = framingOf(headers);
  const memory = createBodyBudget(1_000_000).open();
  const body = new IncomingBody(framing === 'none' ? undefined : { memory, consumed() {}, resume() {} });
  const flags = framing !== 'none' && headers.expect === '100-continue' ? EXPECT_CONTINUE : 0;
  const length = Number(headers['content-length'] ?? -1);
  const wire = createFakeWire({
    body,
    head: { fields: Object.entries(headers).flat(), framing, length, flags },
  });
  const exchange: BodyExchange = {
    wire,
    bufferedBody,
    bytesReceived: 0,
    recorder: {
      informational: (status) => void informational.push(status),
    },
  };
  return { exchange, wire, body, informational };
}

function framingOf(headers: Record<string, string>): RequestHead['framing'] {
  if (headers['transfer-encoding'] !== undefined) return 'chunked';
  return headers['content-length'] === undefined ? 'none' : 'content-length';
}
