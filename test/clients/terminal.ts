import type { Program } from './program.ts';

/** The command in a terminal of its own, as util-linux's `script` gives it: some ask for nothing without one. */
export function inTerminal(command: string): Program['commands'] {
  // Other systems have a `script` with other words, which wants a terminal itself.
  if (process.platform !== 'linux') return [];
  return [['script', '--quiet', '--return', '--command', command, '/dev/null']];
}
