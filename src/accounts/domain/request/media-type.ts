import Negotiator from 'negotiator';
import type { Exchange } from '#http/message/exchange.ts';
import { mediaPage } from '../errors/documentation.ts';
import { ApiError } from '../errors/errors.ts';

/**
 * Rejects a request whose `Accept` has no form of JSON, such as `application/xml` or a misspelt preview.
 * Compat: recorded with status 415, although RFC 9110 §15.5.7 has 406 for this.
 * @throws ApiError 415.
 */
export function requireJsonAccepted({ exchange }: { readonly exchange: Exchange }): void {
  const accept = exchange.field('Accept');
  if (accept === undefined || !exchange.path.startsWith('/api/v3')) return;
  const types = parseTypes(accept);
  // A value that is no list of media types names no other format.
  if (types.length === 0 || types.some((type) => JSON_RANGES.has(type) || VENDOR.test(type))) return;
  throw new ApiError(415, `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`, {
    documentation: mediaPage,
  });
}

/**
 * The value of `X-GitHub-Media-Type` for an `Accept`. It names a requested preview or representation, although every
 * response is the same JSON.
 */
export function formatMediaType(accept: string | undefined): string {
  if (!accept?.includes('application/vnd.github')) return PLAIN;
  const types = parseTypes(accept);
  const { version, parameter } = types.map((type) => VENDOR.exec(type)?.groups).find((each) => each) ?? {};
  // Compat: recorded from clients that request the version before the third.
  const name = version === 'beta' ? 'beta' : 'v3';
  return `github.${name};${parameter === undefined ? '' : ` param=${parameter};`} format=json`;
}

/** The accepted types of an `Accept`, in lower case. Empty for a value that has no media type. */
function parseTypes(accept: string): string[] {
  return new Negotiator({ headers: { accept } }).mediaTypes().map((type) => type.toLowerCase());
}

const PLAIN = 'github.v3; format=json';

/** `application/javascript` is the type of JSON-P. */
const JSON_RANGES: ReadonlySet<string> = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/javascript',
  'text/javascript',
]);

/** A version, a preview or a representation, in this order. The list of previews is not known, so any name is one. */
const VENDOR =
  /^application\/vnd\.github(?:\.(?<version>v\d|beta))?(?:\.(?<parameter>[\w-]+-preview|raw|text|html|full|object|base64|diff|patch|sha|star))*(?:\+json)?$/;
