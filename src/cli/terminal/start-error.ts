import type { ErrorKind } from '#config/usage-error.ts';
import { UsageError } from '#config/usage-error.ts';
import { PROTOCOL } from '#protocol.ts';
import { version } from '#version.ts';

/** Why a server does not start, for programs. The launcher adds `node-version`. */
export type StartErrorCode = ErrorKind | 'database' | 'port-in-use' | 'address' | 'internal';

/** Whether the arguments ask for output for programs. */
export function printsJson(args: readonly string[]): boolean {
  return args.some(
    (word, index) => word === '--print=json' || (word === '--print' && args[index + 1] === 'json'),
  );
}

/** An error before the server listens, as one line of JSON. */
export function formatErrorLine(error: Error, message: string): string {
  return `${JSON.stringify({ sparring: version, protocol: PROTOCOL, error: { code: chooseErrorCode(error), message } })}\n`;
}

/** By names and members: an error of a worker has lost its class. */
function chooseErrorCode(error: Error): StartErrorCode {
  if (error.name === 'DatabaseError' || error.name === 'StoreUnavailableError') return 'database';
  if (error instanceof UsageError) {
    if (error.code === 'EADDRINUSE') return 'port-in-use';
    if (error.code !== undefined) return 'address';
    return error.kind ?? 'usage';
  }
  if (error.name === 'UsageError') return 'usage';
  return 'code' in error && String(error.code).startsWith('commander.') ? 'usage' : 'internal';
}
