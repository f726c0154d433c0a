import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { cookieValues, formatSetCookie } from '#http/message/cookies.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { ONE_TIME_COOKIE } from '../../domain/request/account-cookies.ts';
import { computeDigest } from '../../domain/tokens/tokens.ts';
import type { MemberRequest } from './page.ts';

/** Secrets that a submitted form has created, and that the next page shows once. */
export interface OneTimeSecrets {
  /** Empty except on the first request after the form. */
  readonly secrets: readonly string[];
  /** Response headers that delete the cookie. */
  readonly fields: Fields;
}

export const noSecrets: OneTimeSecrets = { secrets: [], fields: [] };

/**
 * Passes secrets to the page that the browser is redirected to, in a cookie encrypted with a key derived from the session
 * secret. So every node can show them, and the database does not contain them.
 * @param path of that page, without the query
 */
export function passSecrets(call: MemberRequest, path: string, secrets: readonly string[]): Fields {
  const { runtime } = call.service;
  const message = JSON.stringify({ secrets, expiresAt: runtime.now() + LIFETIME_MS });
  const value = seal(message, runtime.bytes(IV_LENGTH), call.caller.secret, path);
  return [cookie(call, value, LIFETIME_MS / 1000)];
}

/** The secrets that were passed to this page. Later requests get none, on any node. */
export async function takeSecrets(call: MemberRequest): Promise<OneTimeSecrets> {
  const { exchange, service, caller } = call;
  // A response to HEAD has no content.
  if (exchange.method !== 'GET') return noSecrets;
  const at = service.runtime.now();
  for (const value of cookieValues(exchange, ONE_TIME_COOKIE).slice(0, MAX_COOKIES)) {
    const opened = unseal(value, caller.secret, exchange.path);
    if (opened === undefined) continue;
    const { secrets, expiresAt }: { secrets: string[]; expiresAt: number } = JSON.parse(opened);
    const fields = [cookie(call, '', 0)];
    if (expiresAt <= at) return { secrets: [], fields };
    const rules = { at, window: LIFETIME_MS, limit: 1 };
    const isFirst = await service.store.signInFailures.attempt(`once:${computeDigest(value)}`, rules);
    return { secrets: isFirst ? secrets : [], fields };
  }
  return noSecrets;
}

function cookie({ exchange, service }: MemberRequest, value: string, maxAge: number): Field {
  const secure = service.clientAddress.scheme(exchange) === 'https';
  const attributes = {
    maxAge,
    secure,
    httpOnly: true,
    path: `${exchange.prefix}/settings`,
    sameSite: 'Strict',
  };
  return ['Set-Cookie', formatSetCookie(ONE_TIME_COOKIE, value, attributes) ?? ''];
}

/** Authenticated encryption with a key of the session, bound to the path of the page. */
function seal(message: string, iv: Buffer, sessionSecret: string, path: string): string {
  const cipher = createCipheriv(CIPHER, deriveKey(sessionSecret), iv).setAAD(Buffer.from(path));
  const sealed = [iv, cipher.update(message, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Undefined if the value was not sealed for this session and page. */
function unseal(value: string, sessionSecret: string, path: string): string | undefined {
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.length <= IV_LENGTH + TAG_LENGTH || bytes.toString('base64url') !== value) return undefined;
  const decipher = createDecipheriv(CIPHER, deriveKey(sessionSecret), bytes.subarray(0, IV_LENGTH));
  decipher.setAAD(Buffer.from(path)).setAuthTag(bytes.subarray(-TAG_LENGTH));
  try {
    const message = decipher.update(bytes.subarray(IV_LENGTH, -TAG_LENGTH));
    return Buffer.concat([message, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function deriveKey(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'one-time secret', 32));
}

const CIPHER = 'aes-256-gcm';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** Maximum cookies of this name that are tried. */
const MAX_COOKIES = 5;

const LIFETIME_MS = 5 * 60 * 1000;
