import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import type { Runtime } from '../runtime.ts';
import { failBody, hasBody } from './body.ts';
import { HttpError } from './errors.ts';
import { isHttp2 } from './http2.ts';

/** Error codes of RFC 9113 §7. */
const [NO_ERROR, CANCEL] = [0x00, 0x08];

/** How long the parts of a connection may take, in milliseconds. */
export interface TimeLimits {
  /** From the begin of a connection, or of a request, to the end of the request's head. */
  readonly headerTimeout: number;
  /** From the begin of a request to the end of its body. */
  readonly requestTimeout: number;
  /** How long a connection of HTTP/2 is kept on which no stream is open. */
  readonly keepAliveTimeout: number;
}

/** Holds an HTTP/2 server to the time limits that Node keeps for HTTP/1 alone. */
export function limitTimes(
  server: Http2Server | Http2SecureServer,
  limits: TimeLimits,
  runtime: Runtime,
): void {
  server.on('session', (session) => limitIdleTime(session, limits, runtime));
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    if (isHttp2(reply) && hasBody(request)) limitBodyTime(request, reply, limits.requestTimeout, runtime);
  });
}

/** Ends a session on which no stream is open. Frames that open none, PING for instance, do not count. */
function limitIdleTime(session: ServerHttp2Session, limits: TimeLimits, runtime: Runtime): void {
  let open = 0;
  let cancel = runtime.after(limits.headerTimeout, () => session.destroy());
  session.on('stream', (stream) => {
    if (open++ === 0) cancel();
    stream.once('close', () => {
      if (--open > 0 || session.destroyed) return;
      cancel = runtime.after(limits.keepAliveTimeout, () => session.close());
    });
  });
  session.once('close', () => cancel());
}

/** Answers 408 when the body does not come in time, and closes the stream behind the answer (RFC 9113 §8.1). */
function limitBodyTime(
  request: IncomingMessage,
  reply: ServerResponse,
  timeout: number,
  runtime: Runtime,
): void {
  if (!isHttp2(reply)) return;
  const { stream } = reply;
  const cancel = runtime.after(timeout, () => {
    if (stream.destroyed || stream.state.remoteClose === 1) return;
    failBody(request, new HttpError(408, 'The request took too long to come.'));
    if (reply.headersSent && !reply.writableEnded) stream.close(CANCEL);
    else if (stream.writableFinished) stream.close(NO_ERROR);
    else stream.once('finish', () => stream.close(NO_ERROR));
  });
  stream.once('close', cancel);
}
