import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readAuthorities, systemRoots } from '#config/ca-bundle.ts';
import type { Settings } from '#config/settings/settings.ts';
import type { ServerAddress } from '../serve/serving.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that a command gets in addition to those of this process. */
export interface CommandVariables {
  readonly variables: Variables;
  /** Removes the files that the variables name. */
  close(): Promise<void>;
}

export async function openCommandVariables(
  { url, accountsUrl, controlUrl, caPath }: ServerAddress,
  { controlToken, accountsPort, tlsPort }: Pick<Settings, 'controlToken' | 'accountsPort' | 'tlsPort'>,
  variables: Variables,
): Promise<CommandVariables> {
  // A port for TLS beside the main port leaves the trust of the command unchanged.
  const trust = caPath === undefined || tlsPort !== undefined ? NO_TRUST : await openTrust(caPath, variables);
  return {
    variables: {
      SPARRING_URL: url,
      SPARRING_CONTROL_URL: controlUrl,
      HTTPBIN_URL: url,
      // In place of the file of the same token, because only one of the two may be set.
      ...(controlToken !== undefined && {
        SPARRING_CONTROL_TOKEN: controlToken,
        SPARRING_CONTROL_TOKEN_FILE: '',
      }),
      ...(accountsPort !== undefined && { SPARRING_ACCOUNTS_URL: accountsUrl }),
      ...buildProxyExceptions(new URL(url).hostname, variables),
      ...trust.variables,
    },
    close: trust.close,
  };
}

/** Requests to the server do not use the proxy of the environment. Programs read either of the two names. */
function buildProxyExceptions(host: string, { NO_PROXY, no_proxy }: Variables): Variables {
  const name = host.replace(/^\[|\]$/g, '');
  const add = (list: string | undefined) => (list ? `${list},${name}` : name);
  return { NO_PROXY: add(NO_PROXY ?? no_proxy), no_proxy: add(no_proxy ?? NO_PROXY) };
}

const NO_TRUST: CommandVariables = { variables: {}, close: async () => {} };

/** Variables with the file of the only certificate authorities that a program trusts. */
const REPLACING = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'] as const;

/** Bundles with the authority of the server and those that the command trusts without it. */
async function openTrust(caPath: string, variables: Variables): Promise<CommandVariables> {
  const authority = await readFile(caPath, 'utf8');
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-run-'));
  const write = async (name: string, others: string) => {
    const file = path.join(folder, `${name}.pem`);
    await writeFile(file, `${others.trimEnd()}\n${authority}`);
    return file;
  };
  const { NODE_EXTRA_CA_CERTS: extra } = variables;
  const roots = systemRoots();
  const files: Record<string, string> = {
    // In addition to the roots of Node.
    NODE_EXTRA_CA_CERTS: extra
      ? await write('NODE_EXTRA_CA_CERTS', await readAuthorities(extra, ''))
      : caPath,
  };
  for (const name of REPLACING) {
    const file = variables[name];
    files[name] = await write(name, file ? await readAuthorities(file, roots) : roots);
  }
  return { variables: files, close: () => rm(folder, { recursive: true, force: true }) };
}
