import { isIP } from 'node:net';
import type { JsonName } from '@peculiar/x509';
import type { Runtime } from '../../runtime.ts';
import { withoutBrackets } from '../syntax/authority.ts';
import type { Identity } from './transport.ts';

/** A key, its certificate, and the certificate authority that signed it. */
export interface IssuedIdentity extends Identity {
  /** The certificate of the authority, which clients trust, in PEM. */
  readonly ca: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** The maximum validity that browsers accept, and a margin for clocks that are behind. */
const [DAYS_BEFORE, DAYS_AFTER] = [1, 395];

const KEY = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/**
 * Creates a certificate for the names of this machine and the given hosts, and the authority that signs it. The key of
 * the authority is discarded, so it cannot sign anything else.
 * @param hosts names and addresses; invalid ones are omitted.
 */
export async function createIdentity(hosts: readonly string[], runtime: Runtime): Promise<IssuedIdentity> {
  // Loaded on demand: most servers do not use TLS, and loading the library needs tens of milliseconds.
  const x509 = await import('@peculiar/x509');
  const [caKeys, leafKeys] = await Promise.all([generateKeys(), generateKeys()]);
  const now = runtime.machineNow();
  const validity = {
    notBefore: new Date(now - DAYS_BEFORE * DAY),
    notAfter: new Date(now + DAYS_AFTER * DAY),
    signingAlgorithm: SIGNATURE,
  };
  const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;
  const caKeyId = await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey);
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: AUTHORITY,
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      caKeyId,
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: [{ CN: ['localhost'] }, { O: ['Sparring'] }],
    issuer: ca.subject,
    publicKey: leafKeys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(toNames(hosts)),
      await x509.SubjectKeyIdentifierExtension.create(leafKeys.publicKey),
      // Without the two identifiers the strict check of OpenSSL, Python's default since 3.13, rejects the chain.
      await x509.AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', leafKeys.privateKey);
  return {
    key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
    cert: leaf.toString('pem'),
    ca: ca.toString('pem'),
  };
}

const AUTHORITY: JsonName = [{ CN: ['Sparring CA'] }, { O: ['Sparring'] }];

function generateKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
}

/** The names of the certificate (RFC 5280 §4.2.1.6), each once. */
function toNames(hosts: readonly string[]) {
  const given = hosts.map((host) => withoutBrackets(host.toLowerCase()).replace(/%.*/, ''));
  const names = [
    'localhost',
    '*.localhost',
    'bin.localhost',
    '*.bin.localhost',
    ...given.filter((host) => DNS_NAME.test(host) && isIP(host) === 0),
  ];
  const addresses = [
    '127.0.0.1',
    '::1',
    ...given.filter((host) => isIP(host) !== 0 && !ANY_ADDRESS.test(host)),
  ];
  return [
    ...[...new Set(names)].map((value) => ({ type: 'dns' as const, value })),
    ...[...new Set(addresses)].map((value) => ({ type: 'ip' as const, value })),
  ];
}

const DNS_NAME =
  /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?)*$/;

const ANY_ADDRESS = /^(?:0\.0\.0\.0|::)$/;
