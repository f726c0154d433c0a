import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { parseEntityTags } from '../http/entity-tag.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Fields } from '../http/fields.ts';

/** Content in each of its codings, with an entity tag for each (RFC 9110 §8.8.3). */
export interface Representation {
  /** Fields of the response, except those of the coding and the validator. */
  readonly fields: Fields;
  readonly content: Uint8Array;
  readonly compressed: Uint8Array;
  /** Opaque part of the entity tag. */
  readonly tag: string;
}

/** The description of the 304 of these responses. */
export const NOT_MODIFIED = 'The client has the content.';

/** Compresses the content. To be called once for each content. */
export async function toRepresentation(fields: Fields, content: Uint8Array): Promise<Representation> {
  const compressed = await promisify(gzip)(content);
  const tag = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  return { fields, content, compressed, tag };
}

/** Answers with the content in the coding that the client prefers, or with 304 if the client has it. */
export function sendRepresentation(exchange: Exchange, representation: Representation): void {
  const { fields, content, compressed, tag } = representation;
  const isCompressed = prefersGzip(exchange.field('Accept-Encoding'));
  const ownTag = isCompressed ? `${tag}-gzip` : tag;
  const validators: Fields = [
    ['ETag', `"${ownTag}"`],
    ['Cache-Control', 'no-cache'],
    ['Vary', 'Accept-Encoding'],
  ];
  const known = parseEntityTags(exchange.field('If-None-Match'));
  if (known.includes(ownTag) || known.includes('*')) {
    exchange.empty(304, validators);
    return;
  }
  const coding: Fields = isCompressed ? [['Content-Encoding', 'gzip']] : [];
  exchange.send(200, [...fields, ...coding, ...validators], isCompressed ? compressed : content);
}

/** Whether the client accepts gzip at least as well as content without coding (RFC 9110 §12.5.3). */
function prefersGzip(acceptEncoding: string | undefined): boolean {
  if (!acceptEncoding) return false;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  return negotiator.encoding(['gzip', 'identity']) === 'gzip';
}
