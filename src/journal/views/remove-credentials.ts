import { basicCredentials } from '#http/syntax/credentials.ts';
import type { Pair, RecordedBody, RecordedExchange, RecordedResponse } from '../recording/record.ts';
import { createExchangeMask } from './exchange-mask.ts';
import { createValueMask } from './redaction.ts';
import { fieldOf } from './request-url.ts';

/** What is in place of a credential. */
const REMOVED = '***';

/**
 * Removes the credentials of a request to a path that clients send credentials to: the values of sensitive names in fields,
 * query, form and JSON, and tokens in the path. Bodies that cannot be searched are removed, as is the content of the response.
 */
export function removeCredentials(exchange: RecordedExchange): RecordedExchange {
  const secrets = new Set<string>();
  const mask = createExchangeMask((found) =>
    createValueMask(
      () => REMOVED,
      (value, masked) => {
        secrets.add(value);
        found(value, masked);
      },
    ),
  );
  const { request, response } = exchange;
  const target = request.target.replace(TOKEN_IN_PATH, (_, before: string, token: string) => {
    secrets.add(token);
    return before + REMOVED;
  });
  for (const [, value] of request.headers) {
    const username = basicCredentials(value)?.user ?? '';
    // A token can be the user name.
    if (username !== '') secrets.add(username);
  }
  const isSearched = isSearchable(request.body, request.headers);
  const body = isSearched ? request.body : withoutBytes(request.body);
  // These have what is removed from the other members.
  const { rawHead: _, pseudoFields: __, chunks: ___, ...others } = request;
  const masked = mask({ ...exchange, request: { ...others, target, body } });
  return {
    ...masked,
    response: response && masked.response && withoutEcho(masked.response, isSearched ? secrets : undefined),
  };
}

/** Paths of the API that contain a token: `/applications/{client_id}/tokens/{access_token}`. */
const TOKEN_IN_PATH = /(\/applications\/[^/?]{1,200}\/(?:tokens|grants)\/)([^/?]+)/i;

/** Whether the credentials of a body can be found by their names: it is complete text in a known form. */
function isSearchable({ kept, length, truncated }: RecordedBody, headers: readonly Pair[]): boolean {
  if (length === 0) return true;
  const type = fieldOf(headers, 'Content-Type') ?? '';
  const coding = fieldOf(headers, 'Content-Encoding') ?? '';
  if (truncated || !/^(?:identity)?$/i.test(coding) || !CHARSETS.test(charsetOf(type)) || kept.includes(0))
    return false;
  return FORMS.test(type) || (JSON_TYPE.test(type) && isJson(Buffer.from(kept).toString()));
}

const FORMS = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

const JSON_TYPE = /^application\/(?:[\w.+-]{1,100}\+)?json\b/i;

/** Those in which names of ASCII have the bytes of ASCII. */
const CHARSETS = /^(?:|utf-8|us-ascii|iso-8859-1)$/i;

function charsetOf(type: string): string {
  return /;\s{0,9}charset="?([^";\s]*)/i.exec(type)?.[1] ?? '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The digest would allow guesses. */
function withoutBytes(body: RecordedBody): RecordedBody {
  return { ...body, kept: new Uint8Array(), truncated: body.length > 0, sha256: null };
}

/**
 * A template or a handler can return any part of the request.
 * @param secrets undefined if they are not known.
 */
function withoutEcho(response: RecordedResponse, secrets: ReadonlySet<string> | undefined): RecordedResponse {
  const isEcho = (value: string) =>
    secrets === undefined || [...secrets].some((secret) => value.includes(secret));
  const withoutSecrets = (fields: readonly Pair[]) =>
    fields.map(([name, value]): Pair => [name, isEcho(value) ? REMOVED : value]);
  return {
    ...response,
    informational: response.informational.map(({ status, headers }) => ({
      status,
      headers: withoutSecrets(headers),
    })),
    reason: response.reason !== '' && isEcho(response.reason) ? REMOVED : response.reason,
    headers: withoutSecrets(response.headers),
    trailers: withoutSecrets(response.trailers),
    body: withoutBytes(response.body),
  };
}
