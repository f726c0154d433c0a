import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import {
  type CertificateOptions,
  type IssuedCertificate,
  issueCertificate,
  type Runtime,
  type SubjectName,
} from '../server.ts';

/** How a port speaks TLS. */
export interface TlsMode {
  readonly secureContext: SecureContext;
  /** The protocols of ALPN; undefined without the extension. */
  readonly protocols: readonly string[] | undefined;
}

/** The ways in which ports speak TLS, by the part of their names after `tls`. */
export interface TlsModes {
  /** The certificate of the authority, which clients trust, in PEM. */
  readonly ca: string;
  find(mode: string): Promise<TlsMode>;
}

const LOCAL: readonly SubjectName[] = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
  { type: 'ip', value: '::1' },
];

/** The lowest level of security of OpenSSL: for certificates and versions that it does not serve otherwise. */
const WEAK = { ciphers: 'DEFAULT@SECLEVEL=0' } as const;

interface Served {
  readonly chain: readonly IssuedCertificate[];
  readonly options?: SecureContextOptions;
  readonly protocols?: readonly string[] | undefined;
}

type Issue = (
  options?: Partial<Omit<CertificateOptions, 'issuer'>> & { readonly issuer?: IssuedCertificate | undefined },
) => Promise<IssuedCertificate>;

/** What each mode serves. `issue` issues a valid certificate for this machine, except for the options. */
const MODES: Readonly<
  Record<string, (issue: Issue, authority: IssuedCertificate) => Promise<Served> | Served>
> = {
  '': async (issue) => ({ chain: [await issue()] }),
  expired: async (issue) => ({ chain: [await issue({ validity: [10, -1] })] }),
  early: async (issue) => ({ chain: [await issue({ validity: [-1, 10] })] }),
  wronghost: async (issue) => ({
    chain: [await issue({ names: [{ type: 'dns', value: 'wrong.example' }] })],
  }),
  nosan: async (issue) => ({ chain: [await issue({ names: [] })] }),
  wrongip: async (issue) => ({ chain: [await issue({ names: [{ type: 'ip', value: '127.0.0.2' }] })] }),
  selfsigned: async (issue) => ({ chain: [await issue({ issuer: undefined })] }),
  untrusted: async (issue) => {
    const root = await issue({ ...named('Unknown CA'), issuer: undefined, names: [], pathLength: 1 });
    return { chain: [await issue({ issuer: root }), root] };
  },
  notserver: async (issue) => ({ chain: [await issue({ purpose: 'clientAuth' })] }),
  leafasca: async (issue) => {
    const leaf = await issue({ ...named('leaf.example'), names: [{ type: 'dns', value: 'leaf.example' }] });
    return { chain: [await issue({ issuer: leaf }), leaf] };
  },
  sha: async (issue) => ({
    chain: [await issue({ signature: { name: 'ECDSA', hash: 'SHA-1' } })],
    options: WEAK,
  }),
  rsa: async (issue) => ({ chain: [await issue({ key: WEAK_RSA })], options: WEAK }),
  ten: async (issue) => ({ chain: [await issue()], options: { ...WEAK, ...only('TLSv1') } }),
  eleven: async (issue) => ({ chain: [await issue()], options: { ...WEAK, ...only('TLSv1.1') } }),
  twelve: async (issue) => ({ chain: [await issue()], options: only('TLSv1.2') }),
  thirteen: async (issue) => ({ chain: [await issue()], options: only('TLSv1.3') }),
  incomplete: async (issue) => {
    const intermediate = await issue({ ...named('Intermediate CA'), names: [], pathLength: 0 });
    return { chain: [await issue({ issuer: intermediate })] };
  },
  noalpn: async (issue) => ({ chain: [await issue()], protocols: undefined }),
};

const WEAK_RSA: RsaHashedKeyGenParams = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 1024,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};

function only(version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): SecureContextOptions {
  return { minVersion: version, maxVersion: version };
}

function named(name: string): Pick<CertificateOptions, 'subject'> {
  return { subject: [{ CN: [name] }, { O: ['Sparring'] }] };
}

export async function createTlsModes(runtime: Runtime): Promise<TlsModes> {
  const authority = await issueCertificate({ ...named('Sparring conformance CA'), pathLength: 1 }, runtime);
  const issue: Issue = (options = {}) => {
    const { issuer, ...others } = { issuer: authority, ...options };
    return issueCertificate(
      { ...named('localhost'), names: LOCAL, ...others, ...(issuer && { issuer }) },
      runtime,
    );
  };
  const create = async (mode: string): Promise<TlsMode> => {
    const serve = MODES[mode];
    if (!serve) throw new Error(`There is no mode ${mode} of TLS`);
    const served = await serve(issue, authority);
    const [leaf] = served.chain;
    return {
      secureContext: createSecureContext({
        key: leaf?.key,
        cert: served.chain.map(({ cert }) => cert).join('\n'),
        ...served.options,
      }),
      protocols: 'protocols' in served ? served.protocols : ['http/1.1'],
    };
  };
  // Issued on demand: most runs of a selection need one.
  const modes = new Map<string, Promise<TlsMode>>();
  return {
    ca: authority.cert,
    find(mode) {
      const found = modes.get(mode) ?? create(mode);
      modes.set(mode, found);
      return found;
    },
  };
}
