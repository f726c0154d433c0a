import { debuglog } from 'node:util';
import type { Terminal } from './terminal.ts';

/** Says in one sentence what went wrong. Returns the exit code: 2 when it can be mended by whoever typed. */
export function reportFailure(error: unknown, terminal: Terminal): number {
  if (!(error instanceof Error)) return reportFailure(new Error(String(error)), terminal);
  // `NODE_DEBUG=sparring` tells developers more.
  debuglog('sparring')('%O', error);
  if (isOfCommander(error)) {
    if (error.exitCode === 0) return 0;
    // Its help was asked for by leaving something out, and stands there already.
    if (error.code !== 'commander.help') terminal.complain(`sparring: ${toSentence(error.message)}\n`);
    return 2;
  }
  terminal.complain(`sparring: ${error.message.replaceAll('\n', ' ')}\n`);
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
