import { createHmac } from 'node:crypto';
import { basicCredentials } from '#http/syntax/credentials.ts';
import { formDecode, percentDecode } from '#http/syntax/percent.ts';
import type { JournalEntry, RecordedExchange } from '../recording/record.ts';
import { createExchangeMask, createReplacement } from './exchange-mask.ts';
import { maskFieldLines, maskForm, maskText, type ValueMask } from './mask-text.ts';
import { isSensitiveField, isSensitiveMember } from './sensitive-names.ts';

/** Masks credentials where entries are shown. The entries themselves stay unchanged. */
export interface Redaction {
  field(name: string, value: string): string;
  /** Masks a parameter of a query, a field of a form, or a member of JSON. */
  member(name: string, value: string): string;
  /** Masks parameters of URLs, and members of JSON. */
  text(text: string): string;
  exchange(exchange: RecordedExchange): RecordedExchange;
  entry(entry: JournalEntry): JournalEntry;
}

export interface RedactionOptions {
  /** A random value of the server, without which a guess cannot be tested with the digest of a masked value. */
  readonly salt: Uint8Array;
}

/** Shows everything. */
export const NO_REDACTION: Redaction = {
  field: (_, value) => value,
  member: (_, value) => value,
  text: (text) => text,
  exchange: (exchange) => exchange,
  entry: (entry) => entry,
};

export function createRedaction({ salt }: RedactionOptions): Redaction {
  const digest = (value: string) => createHmac('sha256', salt).update(value).digest('hex').slice(0, 8);
  const formatMask = (secret: string, mayShowEnd: boolean) => {
    const end = mayShowEnd && secret.length >= MIN_LENGTH_OF_SHOWN_END ? secret.slice(-4) : '';
    return `****${SAFE.test(end) ? end : ''}~${digest(secret)}`;
  };
  const values = (found: Found) => createValueMask(formatMask, found);
  const single = values(() => {});
  const maskExchange = createExchangeMask(values);
  return {
    field: (name, value) => (isSensitiveField(name) ? single.field(name, value) : value),
    member: (name, value) => (isSensitiveMember(name) ? single.field(name, value) : value),
    text: (text) => maskText(text, single),
    exchange: maskExchange,
    entry(entry) {
      if (entry.kind === 'exchange') return maskExchange(entry);
      const raw = Buffer.from(entry.raw).toString('latin1');
      const secrets = new Map<string, string>();
      const masks = values((value, masked) => secrets.set(value, masked));
      const named = maskFieldLines(maskForm(maskText(raw, masks), masks), masks);
      const masked = createReplacement(secrets)(named);
      return masked === raw ? entry : { ...entry, raw: Buffer.from(masked, 'latin1') };
    },
  };
}

/** Receives a value, in each form in which it can occur elsewhere, and its mask. */
type Found = (value: string, masked: string) => void;

/** @param toMask what is shown in place of a value. */
export function createValueMask(
  toMask: (secret: string, mayShowEnd: boolean) => string,
  found: Found,
): ValueMask {
  const mask = (secret: string, mayShowEnd = true) => {
    // A value can be found by several names, such as a field of a form that is also a parameter.
    if (secret === '' || MASKED.test(secret)) return secret;
    const masked = toMask(secret, mayShowEnd);
    found(secret, masked);
    for (const decode of [formDecode, percentDecode, fromJson]) {
      const decoded = decode(secret);
      if (decoded !== secret) found(toLatin1(decoded), masked);
    }
    return masked;
  };
  const cookie = (pair: string) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? mask(pair) : pair.slice(0, equals + 1) + mask(pair.slice(equals + 1));
  };
  return {
    value: (secret) => mask(secret),
    field(name, value) {
      switch (name.toLowerCase()) {
        case 'authorization':
        case 'proxy-authorization': {
          const [, scheme = '', credentials = ''] = /^([\w-]+ +)?(.*)$/s.exec(value) ?? [];
          const basic = basicCredentials(value);
          if (basic) mask(toLatin1(basic.password), false);
          // The end of Basic credentials is the end of the password.
          return scheme + mask(credentials, scheme.trimEnd().toLowerCase() !== 'basic');
        }
        case 'cookie':
          return value
            .split(/(; *)/)
            .map((part, index) => (index % 2 === 0 ? cookie(part) : part))
            .join('');
        case 'set-cookie': {
          const end = value.indexOf(';');
          return end < 0 ? cookie(value) : cookie(value.slice(0, end)) + value.slice(end);
        }
        default:
          return mask(value);
      }
    },
  };
}

const MASKED = /^\*{4}[\w.-]{0,4}~[\da-f]{8}$/;

/** Whether a text has the mask of a credential, which a caller copied from what was shown. */
export function hasMask(text: string): boolean {
  return /\*{4}[\w.-]{0,4}~[\da-f]{8}/.test(text);
}

/** The end of a shorter value would reveal too much. */
const MIN_LENGTH_OF_SHOWN_END = 12;

/** Characters that are safe in a field, a URL and a cookie, unencoded. */
const SAFE = /^[\w.-]*$/;

/** The value of a text of JSON without its quotation marks. */
function fromJson(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

function toLatin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
