import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { PlaceOf } from '#config/check.ts';
import { UsageError } from '#config/usage-error.ts';
import type { Path } from '#http/message/validation.ts';
import type { ResponseForm } from '#testing/responses/composition/json-form.ts';
import type { SeedData } from './schema.ts';

/** Maximum size of a file, in bytes. All rules of a server together have no more. */
const MAX_SIZE = 64 * 1024 * 1024;

/**
 * The rules with the contents of the files that their responses name, in `base64`. The name remains as `file`.
 * @param folder that of the seed. Names are relative to it, and files outside of it are not read.
 * @throws UsageError for the first file that cannot be read.
 */
export async function readResponseFiles(
  { rules }: Pick<SeedData, 'rules'>,
  folder: string,
  placeOf: PlaceOf,
): Promise<Pick<SeedData, 'rules'>> {
  if (!rules) return {};
  const read = async <Form extends ResponseForm>(form: Form, at: Path): Promise<Form> => {
    const { file, base64 } = form;
    if (file === undefined) return form;
    const place = placeOf([...at, 'file']);
    if (base64 !== undefined) throw new UsageError(`${place} cannot be combined with base64.`);
    return { ...form, base64: (await readInside(folder, file, place)).toString('base64') };
  };
  const loaded: NonNullable<SeedData['rules']> = [];
  for (const [index, rule] of rules.entries()) {
    const at = ['rules', index, 'respond'];
    const { respond } = rule;
    if (respond === undefined) loaded.push(rule);
    else if (!Array.isArray(respond)) loaded.push({ ...rule, respond: await read(respond, at) });
    else {
      const steps = await Promise.all(respond.map((step, each) => read(step, [...at, each])));
      loaded.push({ ...rule, respond: steps });
    }
  }
  return { rules: loaded };
}

/** Reads a regular file below a folder. @throws UsageError */
async function readInside(folder: string, name: string, place: string): Promise<Buffer> {
  const fail = (reason: string) => new UsageError(`${place} ${reason}, not ${JSON.stringify(name)}.`);
  let file: FileHandle | undefined;
  try {
    const root = await realpath(folder);
    const resolved = await realpath(path.resolve(root, name));
    if (!resolved.startsWith(root.endsWith(path.sep) ? root : root + path.sep))
      throw fail('must be a file below the folder of this file');
    // Without waiting for the writer of a pipe, and without following a link that is newer than the check.
    file = await open(resolved, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const status = await file.stat();
    if (!status.isFile()) throw fail('must be a regular file');
    if (status.size > MAX_SIZE) throw fail(`must be a file of at most ${MAX_SIZE} bytes`);
    return await file.readFile();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`${place} ${JSON.stringify(name)} cannot be read (${reason}).`, { cause: error });
  } finally {
    await file?.close();
  }
}
