import type { Runtime } from '../runtime.ts';
import type { Identity } from './transport.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Makes a key and a certificate that vouches for itself, for this machine's own names and the host given. Whoever
 * should trust it takes the certificate as an authority.
 */
export async function createIdentity(host: string, runtime: Runtime): Promise<Identity> {
  // Loaded here: hardly anybody wants TLS.
  const { generate } = await import('selfsigned');
  const names = new Set(['localhost', host].filter((name) => !isAddress(name)));
  const addresses = new Set(['127.0.0.1', '::1', host].filter(isAddress));
  const now = runtime.machineNow();
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Sparring' }], {
    keyType: 'ec',
    notBeforeDate: new Date(now - DAY),
    notAfterDate: new Date(now + 397 * DAY),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...[...names].map((value) => ({ type: 2 as const, value })),
          ...[...addresses].map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { key, cert };
}

function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.includes(':');
}
