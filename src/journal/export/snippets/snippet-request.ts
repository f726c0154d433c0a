import { bodyText } from '../../matching/body-content.ts';
import type { RecordedExchange } from '../../recording/record.ts';
import { isPlainTarget, type SnippetRequest, selectPrintableText } from '../../snippets/request.ts';
import { fieldOf, originOf, urlOf } from '../../views/request-url.ts';
import { buildFramedFields } from '../http1-framing.ts';

/** @param origin where the request is sent to. */
export function toSnippetRequest(exchange: RecordedExchange, origin: string): SnippetRequest {
  const { method, target, headers, trailers, body } = exchange.request;
  const url = origin + urlOf(exchange).slice(originOf(exchange).length);
  return {
    method,
    origin,
    url,
    unusualTarget: url === origin + target && isPlainTarget(target) ? undefined : target,
    target,
    headers,
    protocol: exchange.connection.protocol,
    isTls: exchange.connection.tls !== null,
    body: body.kept,
    bodyText: selectPrintableText(bodyText(body)),
    framedHeaders: buildFramedFields(exchange.request),
    hasBody:
      body.length > 0 ||
      ['Content-Length', 'Transfer-Encoding'].some((name) => fieldOf(headers, name) !== undefined),
    notes: [
      ...(body.truncated
        ? [`The journal has only ${body.kept.byteLength} of ${body.length} bytes of the body.`]
        : []),
      ...(trailers.length > 0 ? ['The trailers of the request are not sent.'] : []),
    ],
  };
}
