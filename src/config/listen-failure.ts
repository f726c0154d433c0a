import { UsageError } from './usage-error.ts';

export interface ListenNames {
  /** How the settings are called where they are given: `--host` or `host`. */
  readonly host: string;
  readonly port: string;
  /** Where the values came from, when that is not where they are usually given. */
  readonly origins?: readonly string[];
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** The sentence for an address that the system does not give; any other error is returned as it is. */
export function toListenFailure(error: unknown, address: Address, names: ListenNames): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error;
  const code = String(error.code);
  const { origins = [] } = names;
  const from = origins.length > 0 ? ` (${origins.join(' and ')} said so)` : '';
  return new UsageError(`${toSentence(code, address, names)}${from}.`, { cause: error, code });
}

function toSentence(code: string, { host, port }: Address, names: ListenNames): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken already; choose another with ${names.port}, or any free one with ${names.port} 0`;
    case 'EACCES':
      return `Port ${port} on ${host} is not for everybody to take; choose one above 1023 with ${names.port}`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${host}; change ${names.host}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host ${host}; change ${names.host}`;
    default:
      return `Cannot listen on port ${port} of ${host} (${code}); change ${names.host} or ${names.port}`;
  }
}
