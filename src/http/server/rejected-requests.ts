import { channel } from 'node:diagnostics_channel';
import type { Runtime } from '#runtime.ts';
import type { ConnectionInfo } from '#wire/connection-info.ts';
import type { WireError } from '#wire/error.ts';
import type { HandshakeFailure } from '#wire/port.ts';
import { HttpError } from '../errors/errors.ts';
import { toHttpError } from '../errors/wire-error.ts';
import { formatClosing } from '../message/closing-response.ts';
import type { Recorder } from '../message/recorder.ts';
import { channels, type ParserErrorResponse } from '../routing/diagnostics.ts';
import type { RequestMetrics } from '../routing/request-metrics.ts';
import type { Routes } from '../routing/routes.ts';
import type { Service } from '../routing/service.ts';
import { parseTarget } from '../syntax/target.ts';
import { recordablePacket } from './recordable-packet.ts';

export interface RejectionContext {
  readonly routes: Routes;
  readonly recorder: Recorder | undefined;
  readonly requestMetrics: RequestMetrics | undefined;
  readonly runtime: Pick<Runtime, 'machineNow'>;
}

/** Counts, records and answers what the wire could not decode. */
export class RejectedRequests {
  readonly #context: RejectionContext;

  constructor(context: RejectionContext) {
    this.#context = context;
  }

  /**
   * @param isAnswered whether the result is sent
   * @returns the response, in the error format of the service of the path as far as the path is known
   */
  failed(connection: ConnectionInfo, error: WireError, isAnswered: boolean): string {
    const { routes, recorder } = this.#context;
    const { kind, message, bytes, target } = error;
    const service = routes.serviceOf(parseTarget(target || '/').path);
    const response = toHttpError(error);
    const isEmpty = kind === 'timeout' && bytes.length === 0 && connection.requestCount === 0;
    // The end of a connection within a body belongs to the entry of the request.
    if (kind !== 'incomplete' || isAnswered)
      recorder?.rejected(connection, {
        code: kind,
        message,
        packet: recordablePacket(routes.unrecorded, error, connection),
        isEmpty,
        status: isAnswered ? response.status : null,
      });
    return isAnswered ? this.#answer(service, response) : '';
  }

  handshakeFailed(connection: ConnectionInfo, { code, isEmpty, isPlain }: HandshakeFailure): string {
    const { routes, recorder } = this.#context;
    const response = tlsExpected();
    const status = isPlain ? response.status : null;
    recorder?.tlsFailed(connection, { code, message: undefined, isEmpty, status });
    return isPlain ? this.#answer(routes.serviceOf('/'), response) : '';
  }

  #answer(service: Service, error: HttpError): string {
    const { requestMetrics, runtime } = this.#context;
    const { status } = error;
    const { format } = service;
    requestMetrics?.addUnparsed(status);
    const response = format.renderError(error, undefined);
    const subscribers = channel(channels.parserErrorResponse);
    if (subscribers.hasSubscribers)
      subscribers.publish({ service, status, ...response } satisfies ParserErrorResponse);
    const common = format.commonFields(undefined, status);
    const { head, content } = formatClosing(status, format.reasonPhrase(status), response, common, runtime);
    return head + content.toString('latin1');
  }
}

function tlsExpected(): HttpError {
  return new HttpError(400, 'This port expects TLS. Use a URL that begins with https.');
}
