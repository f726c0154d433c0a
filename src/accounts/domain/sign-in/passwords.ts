import { timingSafeEqual } from 'node:crypto';
import type { Runtime } from '#runtime.ts';
import { type Derivation, deriveArgon2id } from './argon2.ts';

/** `standard` is argon2id with 19 MiB and two passes; `test` is the minimum of the algorithm, only for tests. */
export type PasswordCost = 'standard' | 'test';

export interface Passwords {
  /** The PHC string to store. */
  hash(password: string): Promise<string>;
  /** Computes a full hash in every case, also without a stored hash, so the time reveals nothing. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
  /** Whether the hash has the current cost. */
  isCurrentCost(stored: string): boolean;
}

export function createPasswords(runtime: Runtime, cost: PasswordCost): Passwords {
  const parameters = COSTS[cost];
  return {
    async hash(password) {
      const salt = runtime.bytes(SALT_LENGTH);
      const tag = await deriveArgon2id(password, { ...parameters, salt, tagLength: TAG_LENGTH });
      const { memory, passes, parallelism } = parameters;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodeBase64(salt)}$${encodeBase64(tag)}`;
    },

    async verify(password, stored) {
      const known = stored === undefined ? undefined : parse(stored);
      if (known) return timingSafeEqual(await deriveArgon2id(password, known), known.tag);
      await deriveArgon2id(password, {
        ...parameters,
        salt: Buffer.alloc(SALT_LENGTH),
        tagLength: TAG_LENGTH,
      });
      return false;
    },

    isCurrentCost(stored) {
      const known = parse(stored);
      return (
        known !== undefined &&
        known.memory === parameters.memory &&
        known.passes === parameters.passes &&
        known.parallelism === parameters.parallelism
      );
    },
  };
}

const COSTS: Readonly<Record<PasswordCost, Omit<Derivation, 'salt' | 'tagLength'>>> = {
  standard: { memory: 19 * 1024, passes: 2, parallelism: 1 },
  test: { memory: 8, passes: 1, parallelism: 1 },
};

const SALT_LENGTH = 16;
const TAG_LENGTH = 32;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/;

function parse(stored: string): (Derivation & { readonly tag: Buffer }) | undefined {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored) ?? [];
  if (!memory) return undefined;
  const bytes = Buffer.from(tag, 'base64');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: bytes,
    tagLength: bytes.length,
  };
}

/** Base64 without padding, as in PHC strings. */
function encodeBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}

/** A password to be typed: four groups of four letters and digits that cannot be taken for each other, 79 bits. */
export function generatePassword(runtime: Runtime): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => ALPHABET[runtime.integer(ALPHABET.length)]).join(''),
  );
  return groups.join('-');
}

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
