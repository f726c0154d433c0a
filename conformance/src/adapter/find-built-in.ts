import path from 'node:path';
import { didYouMean, UsageError } from '../server.ts';
import { adaptersFolder, buildNodeCommand } from './adapters-folder.ts';
import { ADAPTERS, BUILT_IN_ADAPTERS } from './built-in.ts';

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
  const { path: place, command: toCommand, needs } = adapter;
  const [command, ...args] = toCommand?.(path.join(adaptersFolder(), place)) ?? buildNodeCommand(place);
  return { command, args, needs };
}
