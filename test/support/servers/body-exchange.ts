import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { BodyExchange } from '#http/message/body/body.ts';
import { BodyErrors } from '#http/transport/body-errors.ts';

/** Messages of Node without a connection. A test sends the body with `request.push`, and emits the events. */
export interface OpenedExchange {
  readonly exchange: BodyExchange;
  readonly request: IncomingMessage;
  readonly nodeResponse: ServerResponse;
  readonly bodyErrors: BodyErrors;
  /** The statuses of the informational responses that were recorded. */
  readonly informational: readonly number[];
}

/** @param stream the part of a stream of HTTP/2 that the code under test reads. */
export function openBodyExchange(
  headers: Record<string, string> = {},
  { bufferedBody, stream }: { readonly bufferedBody?: Buffer; readonly stream?: object } = {},
): OpenedExchange {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { headers, httpVersion: '1.1' }, stream && { stream });
  const nodeResponse = Object.assign(new ServerResponse(request), stream && { stream });
  const bodyErrors = new BodyErrors();
  const informational: number[] = [];
  const exchange: BodyExchange = {
    request,
    nodeResponse,
    server: { connections: { bodyErrors } },
    bufferedBody,
    bytesReceived: 0,
    recorder: {
      id: 0,
      informational: (status) => void informational.push(status),
      head() {},
      content() {},
      trailers() {},
      rawHead() {},
      fault() {},
      destroyed() {},
      ended() {},
    },
  };
  return { exchange, request, nodeResponse, bodyErrors, informational };
}
