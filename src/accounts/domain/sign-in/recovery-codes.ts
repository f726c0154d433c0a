import type { Runtime } from '#runtime.ts';
import type { NewSecurityEvent, RecoveryCodeStore, User } from '../../store/index.ts';
import { computeDigest } from '../tokens/tokens.ts';

/** Recovery codes for a lost second factor. The sign-in page accepts them; the API does not. */
export interface RecoveryCodes {
  /** New codes, which are shown once, and their digests, which are stored. */
  create(): { readonly codes: string[]; readonly digests: string[] };
  /** Replaces the codes and returns the new ones. */
  renew(user: Pick<User, 'id'>, event?: NewSecurityEvent): Promise<string[]>;
  /** True once for each code. Capitals, dashes and spaces do not matter. */
  spend(user: Pick<User, 'id'>, code: string, event?: NewSecurityEvent): Promise<boolean>;
  /** The number of unused codes. */
  count(user: Pick<User, 'id'>): Promise<number>;
}

export function createRecoveryCodes(runtime: Runtime, store: RecoveryCodeStore): RecoveryCodes {
  function create() {
    const codes = Array.from({ length: COUNT }, () => createCode(runtime));
    return { codes, digests: codes.map(normalizeCode).map(computeDigest) };
  }

  return {
    create,

    async renew({ id }, event) {
      const { codes, digests } = create();
      await store.replace(id, digests, event);
      return codes;
    },

    async spend({ id }, code, event) {
      const plain = code.length > MAX_INPUT_LENGTH ? '' : normalizeCode(code);
      return PATTERN.test(plain) && (await store.spend(id, computeDigest(plain), event));
    },

    count: ({ id }) => store.count(id),
  };
}

const COUNT = 10;

/**
 * Three groups of five of 32 letters and digits, as `3f9a1-8c2de-07k4b`: 75 bits. At about 2^34 digests per second and
 * device, an attacker with the database needs a minute for the 40 bits of GitHub and tens of thousands of years for
 * these. So SHA-256 suffices, and a code is found by its digest without ten slow hashes.
 */
function createCode(runtime: Runtime): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[runtime.integer(32)]).join('');
  return `${group()}-${group()}-${group()}`;
}

/** Crockford's base 32: without the letters i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const PATTERN = /^[0-9a-hjkmnp-tv-z]{15}$/;

const MAX_INPUT_LENGTH = 100;

/** Normalizes a code as entered. The alphabet has no letters that look like a one or a zero. */
function normalizeCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
}
