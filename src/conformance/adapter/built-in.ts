import { existsSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../config/usage-error.ts';
import { didYouMean } from '../../http/syntax/closest-match.ts';

/** An adapter of the package: a file, and the interpreter of the user that runs it. */
interface BuiltInAdapter {
  /** Below the folder of the adapters. */
  readonly file: string;
  /** The command before the file; without one, the Node that runs this process. */
  readonly command?: readonly string[];
  /** What to install where the command or the client is missing. */
  readonly needs: string;
}

const ADAPTERS: Readonly<Record<string, BuiltInAdapter>> = {
  'node-fetch': { file: 'javascript/node-fetch/adapter.mjs', needs: 'nothing but Node' },
  curl: { file: 'shell/curl/adapter.mjs', needs: 'curl' },
  requests: {
    file: 'python/requests/adapter.py',
    command: ['python3'],
    needs: 'Python, and pip install requests',
  },
  httpx: { file: 'python/httpx/adapter.py', command: ['python3'], needs: 'Python, and pip install httpx' },
  go: { file: 'go/net-http/adapter.go', command: ['go', 'run'], needs: 'Go' },
};

export const BUILT_IN_ADAPTERS: readonly string[] = Object.keys(ADAPTERS);

export interface AdapterCommandLine {
  readonly command: string;
  readonly args: readonly string[];
  /** What to install, for the error of an adapter that does not start. */
  readonly needs?: string;
}

/** @throws UsageError for an unknown name, or where the package has no adapters. */
export function findBuiltIn(name: string): AdapterCommandLine {
  const adapter = Object.hasOwn(ADAPTERS, name) ? ADAPTERS[name] : undefined;
  if (!adapter)
    throw new UsageError(
      `There is no adapter ${name}${didYouMean(name, BUILT_IN_ADAPTERS)}; there are ${BUILT_IN_ADAPTERS.join(', ')}.`,
    );
  const file = path.join(adaptersFolder(), adapter.file);
  const [command = process.execPath, ...args] = adapter.command ?? [process.execPath];
  return { command, args: [...args, file], needs: adapter.needs };
}

/** The folder of the package with the adapters, which is above this file in the source and in the bundle. */
function adaptersFolder(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'conformance', 'adapters');
    if (existsSync(candidate)) return candidate;
    if (path.dirname(folder) === folder)
      throw new UsageError(
        'The executable contains no adapters; name the command of one after --, or use the package.',
      );
  }
}
