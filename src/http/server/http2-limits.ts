import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import type { Runtime } from '#runtime.ts';
import { HttpError } from '../errors/errors.ts';
import { hasBody } from '../message/body/body.ts';
import type { BodyErrors } from '../transport/body-errors.ts';
import { closeAfterResponse, isHttp2 } from '../transport/http2/http2.ts';
import type { OpenStreams } from '../transport/http2/open-streams.ts';

/** RFC 9113 §7. */
const CANCEL = 0x08;

/** Time limits of a connection, in milliseconds. */
export interface TimeLimits {
  /** From the start of a connection or a request to the end of the request's head. */
  readonly headerTimeout: number;
  /** From the start of a request to the end of its body. */
  readonly requestTimeout: number;
  /** For a connection without a request in progress. */
  readonly keepAliveTimeout: number;
}

/** What is known of the connections of a server. */
export interface Http2Connections {
  readonly openStreams: OpenStreams;
  readonly bodyErrors: BodyErrors;
}

/** Applies to an HTTP/2 server the time limits that Node applies to HTTP/1 only. */
export function limitTimes(
  server: Http2Server | Http2SecureServer,
  limits: TimeLimits,
  runtime: Runtime,
  { openStreams, bodyErrors }: Http2Connections,
): void {
  server.on('session', (session) => limitIdleTime(session, limits, runtime, openStreams));
  server.on('request', (request: IncomingMessage, nodeResponse: ServerResponse) => {
    if (hasBody(request)) limitBodyTime(request, nodeResponse, limits.requestTimeout, runtime, bodyErrors);
  });
}

/** Closes a session without open streams. Frames that open no stream, such as PING, do not count as activity. */
function limitIdleTime(
  session: ServerHttp2Session,
  limits: TimeLimits,
  runtime: Runtime,
  openStreams: OpenStreams,
): void {
  const streams = openStreams.of(session);
  let cancel = runtime.after(limits.headerTimeout, () => session.destroy());
  session.on('stream', (stream) => {
    if (streams.open() === 1) cancel();
    stream.once('close', () => {
      if (streams.close() > 0 || session.destroyed) return;
      cancel = runtime.after(limits.keepAliveTimeout, () => session.close());
    });
  });
  session.once('close', () => cancel());
}

/** Responds with 408 when the body takes too long, and closes the stream after the response (RFC 9113 §8.1). */
function limitBodyTime(
  request: IncomingMessage,
  nodeResponse: ServerResponse,
  timeout: number,
  runtime: Runtime,
  bodyErrors: BodyErrors,
): void {
  // A server with TLS emits the requests of HTTP/1, too.
  if (!isHttp2(nodeResponse)) return;
  const { stream } = nodeResponse;
  const cancel = runtime.after(timeout, () => {
    if (stream.destroyed || stream.state.remoteClose === 1) return;
    bodyErrors.add(request, new HttpError(408, 'The request was not received in time.'));
    if (nodeResponse.headersSent && !nodeResponse.writableEnded) stream.close(CANCEL);
    else closeAfterResponse(stream, runtime);
  });
  stream.once('close', cancel);
}
