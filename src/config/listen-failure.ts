import { UsageError } from './usage-error.ts';

export interface ListenNames {
  /** Names of the settings as the user gave them: `--host` or `host`. */
  readonly host: string;
  readonly port: string;
  readonly accountsPort: string;
  readonly controlPort: string;
  readonly tlsPort: string;
  /** Origins of the values, if unusual. */
  readonly origins?: readonly string[];
}

interface Address {
  readonly host: readonly string[];
  readonly port: number;
  readonly accountsPort?: number | undefined;
  readonly controlPort?: number | undefined;
  readonly tlsPort?: number | undefined;
}

/** The error message for an address that cannot be bound. Returns other errors unchanged. */
export function createListenFailure(error: unknown, address: Address, names: ListenNames): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  if (!LISTENING.has(String(error.syscall))) return error;
  const code = String(error.code);
  const { origins = [] } = names;
  const from = origins.length > 0 ? ` (from ${origins.join(' and ')})` : '';
  const [port, name] = findPort(error, address, names);
  const host = findHost(error, address);
  const sentence = formatSentence(code, { host, port }, { host: names.host, port: name });
  return new UsageError(`${sentence}${from}.`, { cause: error, code });
}

/** The address that cannot be bound, or the name without an address. */
function findHost(error: object, { host }: Address): string {
  const failed = 'address' in error ? error.address : 'hostname' in error ? error.hostname : undefined;
  return typeof failed === 'string' ? failed : host.join(',');
}

/** The port that cannot be bound, with the name of its setting. */
function findPort(error: object, address: Address, names: ListenNames): [port: number, name: string] {
  const failed = 'port' in error ? error.port : undefined;
  for (const each of ['accountsPort', 'controlPort', 'tlsPort'] as const) {
    const port = address[each];
    if (port !== undefined && port === failed) return [port, names[each]];
  }
  return [address.port, names.port];
}

/** `bind` is the system call of a worker, for which its primary process listens. */
const LISTENING: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

function formatSentence(
  code: string,
  { host, port }: { readonly host: string; readonly port: number },
  names: Pick<ListenNames, 'host' | 'port'>,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use; choose another with ${names.port}, or any free one with ${names.port} 0`;
    case 'EACCES':
      return `Port ${port} on ${host} requires privileges; choose one above 1023 with ${names.port}`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${host}; change ${names.host}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host ${host}; change ${names.host}`;
    default:
      return `Cannot listen on port ${port} of ${host} (${code}); change ${names.host} or ${names.port}`;
  }
}
