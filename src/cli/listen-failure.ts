import type { Config } from '../config/resolve.ts';
import { UsageError } from '../config/usage-error.ts';

/** The system's refusal of an address as one sentence; whatever else it is comes back as it was. */
export function toListenFailure(error: unknown, { settings, origins }: Config): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error;
  const sentence = toSentence(String(error.code), settings.host, settings.port);
  const { host, port } = origins;
  const variables = [host, port].filter((origin) => origin !== 'default' && !origin.startsWith('--'));
  const from = variables.length > 0 ? ` (${variables.join(' and ')} said so)` : '';
  return new UsageError(`${sentence}${from}.`, { cause: error });
}

function toSentence(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken already; choose another with --port, or any free one with --port 0`;
    case 'EACCES':
      return `Port ${port} on ${host} is not for everybody to take; choose one above 1023 with --port`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${host}; change --host`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `There is no host ${host}; change --host`;
    default:
      return `Cannot listen on port ${port} of ${host} (${code}); change --host or --port`;
  }
}
