import { HttpError } from '../../http/errors.ts';
import type { Fields } from '../../http/fields.ts';
import { isSameName } from '../../http/fields.ts';
import type { EndpointResponse } from '../../http/interception.ts';
import { FAULT_CONTENT } from '../composition/parse.ts';
import { type EncodedContent, isWithoutContent, type Plan } from '../composition/plan.ts';
import type { Fault } from '../faults/fault.ts';
import type { Dribble } from '../syntax/dribble.ts';

/** How the response of an endpoint is sent. Times are in milliseconds. */
export interface Changes {
  readonly fault: Fault | undefined;
  readonly delay: number;
  readonly dribble: Dribble | undefined;
  readonly maxDuration: number;
}

const MAX_CHUNK_SIZE = 64 * 1024;

/** A response without content, for a fault before the response. */
export function emptyPlan({ fault, delay, maxDuration }: Changes): Plan {
  return {
    statuses: [{ status: 200, weight: 1 }],
    contentFields: [],
    fields: [],
    content: { kind: 'bytes', bytes: Buffer.alloc(0) },
    delay: { kind: 'fixed', minimum: delay, maximum: delay },
    maxDuration,
    pause: 0,
    rate: undefined,
    duration: 0,
    chunkSize: MAX_CHUNK_SIZE,
    isChunked: false,
    trailers: [],
    interims: [],
    expectation: { kind: 'handled' },
    maxBodySize: 0,
    fault,
  };
}

/**
 * The response of an endpoint as a plan.
 * @throws HttpError 400 when the content is to be spread over a time, and its length is unknown.
 */
export function toResponsePlan(response: EndpointResponse, changes: Changes): Plan {
  const { status, reason } = response;
  const { fault, dribble } = changes;
  const content = toContent(response);
  const trailers = response.content.kind === 'stream' ? (response.content.trailers?.() ?? []) : [];
  const fields = withoutFraming(response.fields, trailers);
  const isOfFault = status === fault?.variant?.status;
  const statuses = [{ status: isOfFault ? 200 : status, weight: 1 }];
  const common = { ...emptyPlan(changes), statuses, reason };
  if (isWithoutContent(status) && !isOfFault) return { ...common, fields };
  if (fault?.kind.needsContent && content.kind === 'bytes' && content.bytes.length === 0) {
    const { bytes, type } = FAULT_CONTENT;
    const others = fields.filter(([name]) => !isSameName(name, 'Content-Type'));
    return { ...common, fields: [['Content-Type', type], ...others], content: { kind: 'bytes', bytes } };
  }
  const size = content.kind === 'bytes' ? content.bytes.length : content.size;
  if (dribble && size === undefined)
    throw new HttpError(400, 'The dribble of a fault rule needs a response of a known length.');
  return {
    ...common,
    fields,
    content,
    trailers,
    isChunked: size === undefined || dribble !== undefined || trailers.length > 0,
    ...(dribble && {
      duration: dribble.milliseconds,
      chunkSize: Math.max(1, Math.ceil((size ?? 0) / dribble.count)),
    }),
  };
}

function toContent({ content, fields }: EndpointResponse): Exclude<EncodedContent, { kind: 'letters' }> {
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
  const length = fields.find(([name]) => isSameName(name, 'Content-Length'))?.[1];
  return { kind: 'stream', source: content.source, size: length === undefined ? undefined : Number(length) };
}

/** Without the fields that the plan has on its own. */
function withoutFraming(fields: Fields, trailers: Fields): Fields {
  return fields.filter(
    ([name]) => !isSameName(name, 'Content-Length') && !(trailers.length > 0 && isSameName(name, 'Trailer')),
  );
}
