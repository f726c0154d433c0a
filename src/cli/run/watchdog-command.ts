import { realpathSync } from 'node:fs';
import path from 'node:path';

/** The arguments of Node for the watchdog of a process. The build of the single executable replaces this module. */
export function buildWatchdogArguments(pid: number): string[] {
  // The launcher is the main file of this process, perhaps by a symbolic link.
  const launcher = realpathSync(process.argv[1] ?? '');
  return [path.join(path.dirname(launcher), 'watchdog.cjs'), String(pid)];
}
