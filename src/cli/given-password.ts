import { generatePassword } from '../authorizations/sign-in/passwords.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Runtime } from '../runtime.ts';

export interface PasswordOptions {
  readonly password?: string;
  readonly passwordStdin?: true;
}

/** The given password, or a generated one. @throws UsageError for an empty password. */
export async function toPassword(
  { password, passwordStdin }: PasswordOptions,
  runtime: Runtime,
  input: AsyncIterable<Uint8Array>,
): Promise<{ password: string; isNew: boolean }> {
  if (password !== undefined && passwordStdin) {
    throw new UsageError('--password and --password-stdin cannot both be given; keep one of them.');
  }
  if (password === undefined && !passwordStdin) return { password: generatePassword(runtime), isNew: true };
  const given = password ?? (await readAll(input));
  if (given === '')
    throw new UsageError(`The password from ${passwordStdin ? 'standard input' : '--password'} is empty.`);
  return { password: given, isNew: false };
}

/** Reads the whole input, without the final line break. */
async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
