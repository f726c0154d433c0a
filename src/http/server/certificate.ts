import { isIP } from 'node:net';
import type { JsonName } from '@peculiar/x509';
import type { Runtime } from '#runtime.ts';
import type { Identity } from '#wire/driver/tls.ts';
import { withoutBrackets } from '../syntax/authority.ts';

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
 * Creates a certificate for the names of this machine, further names and the given hosts, and the authority that signs it. The key of
 * the authority is discarded, so it cannot sign anything else.
 * @param hosts names and addresses; invalid ones are omitted.
 * @param names in lower case, which can be wildcards such as `*.example`
 */
export async function createIdentity(
  hosts: readonly string[],
  runtime: Runtime,
  names: readonly string[] = [],
): Promise<IssuedIdentity> {
  const authority = await issueCertificate({ subject: AUTHORITY, pathLength: 0 }, runtime);
  const { key, cert } = await issueCertificate(
    {
      subject: [{ CN: ['localhost'] }, { O: ['Sparring'] }],
      issuer: authority,
      names: buildNames(hosts, names),
    },
    runtime,
  );
  return { key, cert, ca: authority.cert };
}

/** A certificate, its key, and what is needed to issue others with it. */
export interface IssuedCertificate extends Identity {
  readonly subject: JsonName;
  readonly keys: CryptoKeyPair;
}

export interface CertificateOptions {
  readonly subject: JsonName;
  /** The certificate is self-signed without one. */
  readonly issuer?: IssuedCertificate;
  /** The number of authorities below an authority. */
  readonly pathLength?: number;
  /** The subject alternative names (RFC 5280 §4.2.1.6); none by default. */
  readonly names?: readonly SubjectName[];
  readonly purpose?: 'serverAuth' | 'clientAuth';
  /** Days before and after the current time; negative ones are on the other side of it. */
  readonly validity?: readonly [before: number, after: number];
  /** Default: ECDSA with P-256 and SHA-256. */
  readonly key?: EcKeyGenParams | RsaHashedKeyGenParams;
  readonly signature?: { readonly name: string; readonly hash: string };
}

export interface SubjectName {
  readonly type: 'dns' | 'ip';
  readonly value: string;
}

/** Issues a certificate as the options say, also one that clients must reject. */
export async function issueCertificate(
  { subject, issuer, pathLength, names = [], purpose = 'serverAuth', ...options }: CertificateOptions,
  runtime: Runtime,
): Promise<IssuedCertificate> {
  // Loaded on demand: most servers do not use TLS, and loading the library needs tens of milliseconds.
  const x509 = await import('@peculiar/x509');
  const { validity: [before, after] = [DAYS_BEFORE, DAYS_AFTER], key = KEY, signature = SIGNATURE } = options;
  const keys = await crypto.subtle.generateKey(key, true, ['sign', 'verify']);
  const now = runtime.machineNow();
  const { keyCertSign, cRLSign, digitalSignature } = x509.KeyUsageFlags;
  const isAuthority = pathLength !== undefined;
  const usages = isAuthority ? keyCertSign | cRLSign : digitalSignature;
  const certificate = await x509.X509CertificateGenerator.create({
    notBefore: new Date(now - before * DAY),
    notAfter: new Date(now + after * DAY),
    signingAlgorithm: signature,
    subject,
    issuer: issuer?.subject ?? subject,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, pathLength, true),
      new x509.KeyUsagesExtension(usages, true),
      ...(isAuthority ? [] : [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage[purpose]])]),
      ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension([...names])] : []),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      // Without the two identifiers the strict check of OpenSSL, Python's default since 3.13, rejects the chain.
      ...(issuer ? [await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey)] : []),
    ],
  });
  const privateKey = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    subject,
    keys,
    cert: certificate.toString('pem'),
    key: x509.PemConverter.encode(privateKey, 'PRIVATE KEY'),
  };
}

const AUTHORITY: JsonName = [{ CN: ['Sparring CA'] }, { O: ['Sparring'] }];

/** The names of the certificate (RFC 5280 §4.2.1.6), each once. */
function buildNames(hosts: readonly string[], further: readonly string[]): SubjectName[] {
  const input = hosts.map((host) => withoutBrackets(host.toLowerCase()).replace(/%.*/, ''));
  const names = [
    'localhost',
    '*.localhost',
    ...further,
    ...input.filter((host) => DNS_NAME.test(host) && isIP(host) === 0),
  ];
  const addresses = [
    '127.0.0.1',
    '::1',
    ...input.filter((host) => isIP(host) !== 0 && !ANY_ADDRESS.test(host)),
  ];
  return [
    ...[...new Set(names)].map((value) => ({ type: 'dns' as const, value })),
    ...[...new Set(addresses)].map((value) => ({ type: 'ip' as const, value })),
  ];
}

const DNS_NAME =
  /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?)*$/;

const ANY_ADDRESS = /^(?:0\.0\.0\.0|::)$/;
