import { stat, writeFile } from 'node:fs/promises';
import { createRuntime } from '#runtime.ts';
import { formatFileReason, readText } from './document.ts';
import { formatFileWarning, type Given, type Variables } from './resolve.ts';
import { type SettingName, type SettingRow, settingRows, settings, toVariable } from './settings/settings.ts';
import { UsageError } from './usage-error.ts';

/** Reads the secrets that are in files, and collects warnings about these files. */
export class SecretFiles {
  readonly warnings: string[] = [];
  /** The secrets whose files were created, so that the start can print them once. */
  readonly created = new Set<SettingName>();
  readonly #createsFiles: boolean;

  /** @param createsFiles whether a missing file of a generated secret is created. Otherwise, it counts as not given. */
  constructor(createsFiles: boolean) {
    this.#createsFiles = createsFiles;
  }

  /** Replaces `--control-token-file` by `--control-token` with the content of the file. */
  async readFlags(flags: ReadonlyMap<SettingName, Given>): Promise<ReadonlyMap<SettingName, Given>> {
    const typed = new Map(flags);
    for (const [name, { text: file, origin, isFile }] of flags) {
      if (!isFile) continue;
      typed.delete(name);
      const text = await this.#read(name, settings[name], file, origin);
      if (text !== undefined) typed.set(name, { text, origin });
    }
    return typed;
  }

  /** Replaces `SPARRING_DATABASE_FILE`, as used for container secrets, by `SPARRING_DATABASE` with the content of the file. */
  async readVariables(variables: Variables): Promise<Variables> {
    const expanded: Record<string, string | undefined> = { ...variables };
    for (const [name, row] of settingRows) {
      if (!row.secret) continue;
      const variable = toVariable(name);
      const origin = `${variable}_FILE`;
      const file = variables[origin];
      if (!file) continue;
      if (variables[variable]) {
        // The image names a file that need not exist.
        if (row.isGenerated && !(await exists(file))) continue;
        throw new UsageError(`${variable} and ${origin} are both set; keep one of them.`);
      }
      const text = await this.#read(name, row, file, origin);
      if (text !== undefined) expanded[variable] = text;
    }
    return expanded;
  }

  async #read(name: SettingName, row: SettingRow, file: string, origin: string): Promise<string | undefined> {
    if (row.isGenerated && !(await exists(file))) {
      if (!this.#createsFiles) return undefined;
      await createSecretFile(file, origin);
      this.created.add(name);
      this.warnings.push(`Created ${file}, which ${origin} names, with a new token.`);
    }
    const text = await readSecretFile(file, origin);
    if (row.isGenerated && (await isReadableByOthers(file))) this.warnings.push(formatFileWarning(file));
    return text;
  }
}

/** Reads a secret. @throws UsageError when the file cannot be read or is empty; `origin` is the setting that names it. */
export async function readSecretFile(file: string, origin: string): Promise<string> {
  const secret = (await readText(file, origin)).trim();
  if (secret === '') throw new UsageError(`${file}, which ${origin} names, is empty.`);
  return secret;
}

/** Whether there is a file. Any error but that of a missing file is left to the read. */
export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

/** Another server that starts at the same time may have created it. */
async function createSecretFile(file: string, origin: string): Promise<void> {
  try {
    await writeFile(file, `${createRuntime().uniqueId()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw new UsageError(`Cannot create ${file}, which ${origin} names: ${formatFileReason(error)}.`, {
      cause: error,
    });
  }
}

/**
 * By the permissions of POSIX. A group may read a file of another owner, such as a secret that Kubernetes mounts for the
 * group of a container.
 */
async function isReadableByOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const { mode, uid } = await stat(file);
  return (mode & (uid === process.getuid?.() ? 0o077 : 0o007)) !== 0;
}
