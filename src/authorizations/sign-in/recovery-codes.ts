import type { Runtime } from '../../runtime.ts';
import type { RecoveryCodeStore, User } from '../store.ts';
import { toDigest } from '../tokens/tokens.ts';

/** Codes on paper, for the day the second factor is lost. The login page takes them; the API does not. */
export interface RecoveryCodes {
  /** Makes new ones, to be shown this once. Those before are worth nothing from now on. */
  renew(user: Pick<User, 'id'>): Promise<string[]>;
  /** True once for each code, however it is typed: in capitals, without dashes, with spaces. */
  spend(user: Pick<User, 'id'>, code: string): Promise<boolean>;
  /** How many are left. */
  count(user: Pick<User, 'id'>): Promise<number>;
}

export function createRecoveryCodes(runtime: Runtime, store: RecoveryCodeStore): RecoveryCodes {
  return {
    async renew({ id }) {
      const codes = Array.from({ length: COUNT }, () => createCode(runtime));
      await store.replace(id, codes.map(toPlain).map(toDigest));
      return codes;
    },

    async spend({ id }, code) {
      const plain = code.length > LONGEST_TYPED ? '' : toPlain(code);
      return PATTERN.test(plain) && store.spend(id, toDigest(plain));
    },

    count: ({ id }) => store.count(id),
  };
}

const COUNT = 10;

/**
 * Three groups of five out of 32 letters and digits, as `3f9a1-8c2de-07k4b`: 75 bits. A stolen database is searched at
 * some 2^34 digests a second and device; GitHub's two groups of hexadecimal, 40 bits, would last a minute, these last
 * tens of thousands of years. So SHA-256 will do, and a code is found by its digest without hashing ten times.
 */
function createCode(runtime: Runtime): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[runtime.integer(32)]).join('');
  return `${group()}-${group()}-${group()}`;
}

/** Crockford's base 32: without the letters i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const PATTERN = /^[0-9a-hjkmnp-tv-z]{15}$/;

const LONGEST_TYPED = 100;

/** What is read from paper is read kindly: there is no letter to take a one or a zero for. */
function toPlain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
}
