import type { Fields } from '#http/syntax/fields.ts';
import type { Runtime } from '#runtime.ts';
import { createAlphabet } from '../content/alphabet.ts';
import { encodeContent, headOf, type WireMessage } from '../faults/wire-message.ts';
import {
  contentLengthOf,
  type EncodedContent,
  isWithoutContent,
  type ResponsePlan,
} from '../plan/response-plan.ts';
import type { DelayDistribution } from '../syntax/delay-distribution.ts';
import { buildMessage } from './message.ts';
import type { ResponsePreview } from './preview-schema.ts';

/** Number of bytes of the content that a preview has. */
const MAX_CONTENT = 4096;

/** What every response of a service has. */
interface ServiceFormat {
  readonly commonFields: Fields;
  reasonPhrase(status: number): string;
}

export function previewResponse(
  plan: ResponsePlan,
  { commonFields, reasonPhrase }: ServiceFormat,
  runtime: Pick<Runtime, 'bytes' | 'machineNow'>,
): ResponsePreview {
  const status = plan.statuses[0]?.status ?? 200;
  const message = buildMessage(
    plan,
    {
      status,
      statusLine: `HTTP/1.1 ${status} ${plan.reason ?? reasonPhrase(status)}`,
      commonFields,
      sendsTrailers: false,
    },
    runtime,
  );
  const place = plan.fault?.kind.behaviour === 'cut' ? plan.fault.place : undefined;
  const isUnsent = place?.name === 'start' || place?.name.startsWith('request') === true;
  const hasContent =
    !(isUnsent || place?.name === 'headers' || message.isHeadOnly) &&
    (!isWithoutContent(status) || message.hasForcedContent);
  const limit = place?.name === 'N' ? place.bytes : Number.POSITIVE_INFINITY;
  const size = contentLengthOf(plan.content);
  const bytes = hasContent ? sampleOf(plan.content, Math.min(limit, MAX_CONTENT)) : Buffer.alloc(0);
  const isCut = hasContent && (size === undefined || Math.min(size, limit) > MAX_CONTENT);
  const framed = bytes && frame(bytes, message, plan.chunkSize, isCut || limit !== Number.POSITIVE_INFINITY);
  return {
    head: isUnsent ? '' : Buffer.from(headOf(message)).toString('latin1'),
    content: framed === undefined ? null : readText(framed),
    size: hasContent || size === undefined ? (size ?? null) : 0,
    is_cut: isCut,
    notes: describe(plan),
  };
}

/** The first bytes; undefined for a coded content that is generated when it is sent. */
function sampleOf(content: EncodedContent, limit: number): Uint8Array | undefined {
  if (content.kind === 'bytes') return content.bytes.subarray(0, limit);
  if (content.kind === 'stream' || content.codings.length > 0) return undefined;
  const length = Math.min(content.size, limit);
  return createAlphabet(length)(0, length);
}

/** The content with its framing. @param isOpen whether more follows */
function frame(bytes: Uint8Array, message: WireMessage, chunkSize: number, isOpen: boolean): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize)
    chunks.push(encodeContent(message, bytes.subarray(at, at + chunkSize)));
  return Buffer.concat([...chunks, Buffer.from(isOpen ? '' : message.tail, 'latin1')]);
}

/** The text of the bytes, of which the last character can be cut. */
function readText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return BINARY.test(text) ? null : text;
  } catch {
    return null;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what the expression finds
const BINARY = /[\0-\x08\x0e-\x1f]/;

function describe({ statuses, delay, pause, duration, interims, trailers, fault }: ResponsePlan): string[] {
  const total = statuses.reduce((sum, { weight }) => sum + weight, 0);
  const shares = statuses.map(({ status, weight }) => `${status} for ${percent(weight / total)}`);
  return [
    ...(statuses.length > 1 ? [`One status of several: ${shares.join(', ')} of the requests.`] : []),
    ...(interims.length > 0
      ? [`Informational responses before it: ${interims.map(({ status }) => status).join(', ')}.`]
      : []),
    ...describeDelay(delay),
    ...(pause > 0 ? [`The content begins ${seconds(pause)} after the headers.`] : []),
    ...(duration > 0 ? [`The content is spread over ${seconds(duration)}.`] : []),
    ...(trailers.length > 0
      ? [`A client that sends TE: trailers gets ${trailers.map(([name]) => name).join(', ')} as trailers.`]
      : []),
    ...(fault ? [(fault.variant?.summary ?? fault.kind.summary).replaceAll('`', '')] : []),
    ...(fault
      ? [`The client typically reports: ${(fault.variant?.client ?? fault.kind.client).replaceAll('`', '')}.`]
      : []),
  ];
}

function describeDelay(delay: DelayDistribution): string[] {
  if (delay.kind === 'lognormal') return [`It is sent after ${seconds(delay.median)} in the median.`];
  const { minimum, maximum } = delay;
  if (maximum === 0) return [];
  if (minimum === maximum) return [`It is sent after ${seconds(minimum)}.`];
  return [`It is sent after ${seconds(minimum)} to ${seconds(maximum)}.`];
}

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toFixed(3))} s`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
