import { type Field, type Fields, hasField, withDate } from '#http/syntax/fields.ts';
import type { Runtime } from '#runtime.ts';
import type { TransportFault } from '../faults/fault.ts';
import type { VariantContext } from '../faults/fault-kind.ts';
import { buildWireMessage, type WireMessage } from '../faults/wire-message.ts';
import { contentLengthOf, isWithoutContent, type ResponsePlan } from '../plan/response-plan.ts';
import { announcement } from './run.ts';

/** What the plan does not have: it depends on the request and on the service. */
export interface MessageHead {
  readonly status: number;
  readonly statusLine: string;
  /** The fields of every response of the service. */
  readonly commonFields: Fields;
  /** Whether the client accepts trailers. */
  readonly sendsTrailers: boolean;
}

/** The response as bytes of HTTP/1.1, with the changes of its fault. */
export function buildMessage(
  plan: ResponsePlan,
  { status, statusLine, commonFields, sendsTrailers }: MessageHead,
  runtime: Pick<Runtime, 'bytes' | 'machineNow'>,
): WireMessage {
  const hasContent = !isWithoutContent(status);
  const hasTrailers = hasContent && plan.trailers.length > 0 && sendsTrailers;
  const fields: Field[] = [...(hasContent ? plan.contentFields : []), ...plan.fields];
  if (hasTrailers) fields.push(announcement(plan.trailers));
  const message = buildWireMessage({
    statusLine,
    fields,
    commonFields: hasField(fields, 'Date') ? commonFields : withDate(commonFields, runtime),
    length: plan.isChunked ? undefined : contentLengthOf(plan.content),
    trailers: hasTrailers ? plan.trailers : [],
    hasContent,
  });
  const { fault } = plan;
  const change = fault?.variant?.change ?? fault?.kind.change;
  return fault && change ? change(message, buildVariantContext(plan, fault, runtime)) : message;
}

export function buildVariantContext(
  plan: ResponsePlan,
  { number, place, options }: TransportFault,
  { bytes }: Pick<Runtime, 'bytes'>,
): VariantContext {
  return {
    number,
    length: contentLengthOf(plan.content) ?? 0,
    fields: plan.fields,
    place: place?.name,
    generateBytes: bytes,
    has: (option) => options.has(option),
  };
}
