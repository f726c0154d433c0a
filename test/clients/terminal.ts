import type { Program } from './program.ts';

/** Runs the command in a terminal, by `script` of util-linux: some programs do not prompt without one. */
export function inTerminal(command: string): Program['commands'] {
  // `script` of other systems has other arguments, and requires a terminal itself.
  if (process.platform !== 'linux') return [];
  return [['script', '--quiet', '--return', '--command', command, '/dev/null']];
}
