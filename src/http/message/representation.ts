import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { HttpError } from '../errors/errors.ts';
import { negotiateCoding } from '../syntax/accept-encoding.ts';
import { parseEntityTags } from '../syntax/entity-tag.ts';
import type { Fields } from '../syntax/fields.ts';
import type { Exchange } from './exchange.ts';

/** Content that is sent in any of the codings, with an entity tag for each (RFC 9110 §8.8.3). */
export interface Representation {
  /** Fields of the response, except those of the coding and the validator. */
  readonly fields: Fields;
  readonly content: Uint8Array;
  /** The content in each coding that a client has asked for. */
  readonly coded: Map<Coding, Promise<Uint8Array>>;
  /** Opaque part of the entity tag. */
  readonly tag: string;
}

/** The codings beside `identity`, which is sent to a client that accepts none of them. The best is the first. */
const CODINGS = ['br', 'gzip'] as const;

type Coding = (typeof CODINGS)[number];

/** The responses to conditional requests. */
export const CONDITIONAL = {
  304: 'The client has the content.',
  412: 'No entity tag of `If-Match` is that of the content.',
} as const;

/** @param brotli the content in the coding `br`, where it is known */
export function createRepresentation(
  fields: Fields,
  content: Uint8Array,
  brotli?: Uint8Array,
): Representation {
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const coded: Representation['coded'] = new Map();
  if (brotli) coded.set('br', Promise.resolve(brotli));
  return { fields, content, coded, tag };
}

/**
 * Sends the content in the coding that the client prefers, or 304 if the client has it. `If-Unmodified-Since`
 * is ignored, because the content has no modification date (RFC 9110 §13.1.4).
 * @throws HttpError 412 when `If-Match` is false (RFC 9110 §13.1.1, §13.2.2).
 */
export async function sendRepresentation(exchange: Exchange, representation: Representation): Promise<void> {
  const { fields, content, coded, tag } = representation;
  const coding = chooseCoding(exchange);
  const ownTag = coding === undefined ? tag : `${tag}-${coding}`;
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
  if (coding === undefined) return exchange.send(200, [...fields, ...validators], content);
  const compressed = coded.get(coding) ?? compress(content, coding);
  coded.set(coding, compressed);
  exchange.send(200, [...fields, ['Content-Encoding', coding], ...validators], await compressed);
}

/** Sends content that is not cached, in the coding that the client prefers. */
export async function sendCompressed(
  exchange: Exchange,
  fields: Fields,
  content: string | Uint8Array,
): Promise<void> {
  const vary = ['Vary', 'Accept-Encoding'] as const;
  const coding = chooseCoding(exchange);
  if (coding === undefined) return exchange.send(200, [...fields, vary], content);
  const compressed = await compress(content, coding);
  exchange.send(200, [...fields, ['Content-Encoding', coding], vary], compressed);
}

/** The strong comparison (RFC 9110 §8.8.3.2): a weak tag is never equal. */
function matchesStrongly(ifMatch: string, tag: string): boolean {
  return ifMatch.trim() === '*' || ifMatch.split(',').some((member) => member.trim() === `"${tag}"`);
}

/** The coding that the client accepts best; undefined for content without coding. */
function chooseCoding(exchange: Exchange): Coding | undefined {
  const accepted = exchange.field('Accept-Encoding');
  if (accepted === undefined) return undefined;
  const coding = negotiateCoding(accepted, [...CODINGS, 'identity']);
  return coding === 'identity' ? undefined : coding;
}

/** Brotli takes as long as gzip at this quality, and makes text 5 to 30 % smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

function compress(content: string | Uint8Array, coding: Coding): Promise<Uint8Array> {
  return coding === 'br' ? promisify(brotliCompress)(content, BROTLI) : promisify(gzip)(content);
}
