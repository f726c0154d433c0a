import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { HttpError } from '../errors/errors.ts';
import { parseEntityTags } from '../syntax/entity-tag.ts';
import type { Fields } from '../syntax/fields.ts';
import type { Exchange } from './exchange.ts';

/** Content in each of its codings, with an entity tag for each (RFC 9110 §8.8.3). */
export interface Representation {
  /** Fields of the response, except those of the coding and the validator. */
  readonly fields: Fields;
  readonly content: Uint8Array;
  readonly compressed: Uint8Array;
  /** Opaque part of the entity tag. */
  readonly tag: string;
}

/** The responses to conditional requests. */
export const CONDITIONAL = {
  304: 'The client has the content.',
  412: 'No entity tag of `If-Match` is that of the content.',
} as const;

/** Compresses the content. To be called once for each content. */
export async function createRepresentation(fields: Fields, content: Uint8Array): Promise<Representation> {
  const compressed = await promisify(gzip)(content);
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { fields, content, compressed, tag };
}

/**
 * Sends the content in the coding that the client prefers, or 304 if the client has it. `If-Unmodified-Since`
 * is ignored, because the content has no modification date (RFC 9110 §13.1.4).
 * @throws HttpError 412 when `If-Match` is false (RFC 9110 §13.1.1, §13.2.2).
 */
export function sendRepresentation(exchange: Exchange, representation: Representation): void {
  const { fields, content, compressed, tag } = representation;
  const isCompressed = prefersGzip(exchange.field('Accept-Encoding'));
  const ownTag = isCompressed ? `${tag}-gzip` : tag;
  const validators: Fields = [
    ['ETag', `"${ownTag}"`],
    ['Cache-Control', 'no-cache'],
    ['Vary', 'Accept-Encoding'],
  ];
  const ifMatch = exchange.field('If-Match');
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, ownTag))
    throw new HttpError(412, 'The content has another entity tag than If-Match.', { fields: validators });
  const known = parseEntityTags(exchange.field('If-None-Match'));
  if (known.includes(ownTag) || known.includes('*')) {
    exchange.empty(304, validators);
    return;
  }
  const coding: Fields = isCompressed ? [['Content-Encoding', 'gzip']] : [];
  exchange.send(200, [...fields, ...coding, ...validators], isCompressed ? compressed : content);
}

/** Sends content that is not cached, in the coding that the client prefers. */
export async function sendCompressed(
  exchange: Exchange,
  fields: Fields,
  content: string | Uint8Array,
): Promise<void> {
  const vary = ['Vary', 'Accept-Encoding'] as const;
  if (!prefersGzip(exchange.field('Accept-Encoding'))) return exchange.send(200, [...fields, vary], content);
  const compressed = await promisify(gzip)(content);
  exchange.send(200, [...fields, ['Content-Encoding', 'gzip'], vary], compressed);
}

/** The strong comparison (RFC 9110 §8.8.3.2): a weak tag is never equal. */
function matchesStrongly(ifMatch: string, tag: string): boolean {
  return ifMatch.trim() === '*' || ifMatch.split(',').some((member) => member.trim() === `"${tag}"`);
}

/** Whether the client accepts gzip at least as well as content without coding (RFC 9110 §12.5.3). */
function prefersGzip(acceptEncoding: string | undefined): boolean {
  if (!acceptEncoding) return false;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  return negotiator.encoding(['gzip', 'identity']) === 'gzip';
}
