/** The command in a terminal of its own, as util-linux's `script` gives it: some ask for nothing without one. */
export function inTerminal(command: string): [command: string, ...words: string[]] {
  return ['script', '--quiet', '--return', '--command', command, '/dev/null'];
}
