import { UsageError } from '#config/usage-error.ts';

export interface PasswordOptions {
  readonly password?: string;
  readonly passwordStdin?: true;
}

/** The given password; undefined without one. @throws UsageError for an empty password. */
export async function readPassword(
  { password, passwordStdin }: PasswordOptions,
  input: AsyncIterable<Uint8Array>,
): Promise<string | undefined> {
  if (password !== undefined && passwordStdin) {
    throw new UsageError('--password and --password-stdin cannot both be given; keep one of them.');
  }
  if (password === undefined && !passwordStdin) return undefined;
  const given = password ?? (await readAll(input));
  if (given === '')
    throw new UsageError(`The password from ${passwordStdin ? 'standard input' : '--password'} is empty.`);
  return given;
}

/** Reads the whole input, without the final line break. */
async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
