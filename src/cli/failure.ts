import { debuglog } from 'node:util';
import type { Terminal } from './terminal.ts';

/** Prints an error in one sentence. Returns the exit code: 2 for errors that the user can correct. */
export function reportFailure(error: unknown, terminal: Terminal): number {
  if (!(error instanceof Error)) return reportFailure(new Error(String(error)), terminal);
  // `NODE_DEBUG=sparring` prints details.
  debuglog('sparring')('%O', error);
  if (isOfCommander(error)) {
    if (error.exitCode === 0) return 0;
    // Commander has already printed the help.
    if (error.code !== 'commander.help') terminal.printError(`sparring: ${toSentence(error.message)}\n`);
    return 2;
  }
  terminal.printError(`sparring: ${error.message.replaceAll('\n', ' ')}\n`);
  return error.name === 'UsageError' || error.name === 'DatabaseError' ? 2 : 1;
}

function isOfCommander(error: Error): error is Error & { code: string; exitCode: number } {
  return 'code' in error && String(error.code).startsWith('commander.') && 'exitCode' in error;
}

/** Commander's `error: unknown option '--prot'\n(Did you mean --port?)` as one sentence. */
function toSentence(message: string): string {
  return `${message
    .replace(/^error: /, '')
    .replace('\n(Did you', ' (did you')
    .replace('. Expected', ': expected')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')}.`;
}
