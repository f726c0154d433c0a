import { HttpError } from '#http/errors/errors.ts';
import type { EndpointResponse } from '#http/message/interception.ts';
import { type Fields, findField, isSameName, withoutField } from '#http/syntax/fields.ts';
import { FAULT_CONTENT } from '../composition/content.ts';
import {
  contentLengthOf,
  type EncodedContent,
  isWithoutContent,
  type ResponsePlan,
  spread,
} from '../plan/response-plan.ts';
import type { Dribble } from '../syntax/dribble.ts';

/**
 * The response of an endpoint as a plan.
 * @param base the plan without a response: its delay and its fault.
 * @throws HttpError 400 when the content is to be spread over a time, and its length is unknown.
 */
export function planOfEndpoint(
  response: EndpointResponse,
  base: ResponsePlan,
  dribble: Dribble | undefined,
): ResponsePlan {
  const { status, reason } = response;
  const { fault } = base;
  const content = toContent(response);
  const trailers = response.content.kind === 'stream' ? (response.content.trailers?.() ?? []) : [];
  const fields = withoutFraming(response.fields, trailers);
  const isOfFault = status === fault?.variant?.status;
  const statuses = isOfFault ? base.statuses : [{ status, weight: 1 }];
  const plan: ResponsePlan = { ...base, statuses, fields, reason };
  if (isWithoutContent(status) && !isOfFault) return plan;
  const length = contentLengthOf(content);
  if (fault?.kind.needsContent && content.kind === 'bytes' && length === 0) {
    const { bytes, type } = FAULT_CONTENT;
    const others = withoutField(fields, 'Content-Type');
    return { ...plan, fields: [['Content-Type', type], ...others], content: { kind: 'bytes', bytes } };
  }
  if (dribble && length === undefined)
    throw new HttpError(400, 'The dribble of a fault rule needs a response of a known length.');
  return {
    ...plan,
    content,
    trailers,
    isChunked: length === undefined || trailers.length > 0,
    ...(dribble && spread(length ?? 0, dribble)),
  };
}

function toContent({ content, fields }: EndpointResponse): EncodedContent {
  if (content.kind === 'complete') {
    const { data } = content;
    return {
      kind: 'bytes',
      bytes:
        typeof data === 'string'
          ? Buffer.from(data)
          : Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    };
  }
  const length = findField(fields, 'Content-Length');
  return { kind: 'stream', source: content.source, size: length === undefined ? undefined : Number(length) };
}

/** Without the fields that the plan has on its own. */
function withoutFraming(fields: Fields, trailers: Fields): Fields {
  return fields.filter(
    ([name]) => !isSameName(name, 'Content-Length') && !(trailers.length > 0 && isSameName(name, 'Trailer')),
  );
}
