import { addresses, hosts, networks } from '../values/list-value-types.ts';
import { baseUrl, integer, pathPrefix, processes, text, toggle } from '../values/value-types.ts';
import { commandSetting, inGroup, setting } from './setting.ts';

/** Addresses, ports and protocols of the server. */
export const listeningSettings = inGroup('Listening', {
  config: commandSetting<string | undefined>({
    type: text('FILE', 'the path of a file'),
    default: undefined,
    sentence: 'Reads settings from this YAML or JSON file; flags and variables override it.',
    notInFile: true,
  }),
  host: setting<readonly string[]>({
    type: addresses,
    default: ['127.0.0.1'],
    sentence:
      'Addresses to listen on, with one port. The URLs of the server have the first one. localhost is both loopback addresses; 0.0.0.0 opens the server to the network.',
    fallbacks: ['HOST'],
  }),
  port: setting({
    type: integer('PORT', 0, 65535),
    default: 8080,
    optionDefault: '`0`',
    sentence: 'Port to listen on; 0 selects a free port, which is printed.',
    fallbacks: ['PORT'],
  }),
  accountsPort: setting<number | undefined>({
    type: integer('PORT', 0, 65535),
    default: undefined,
    sentence:
      'Serves the API and the pages on a separate port; 0 selects a free port. Without it, all services use one port.',
  }),
  controlPort: setting<number | undefined>({
    type: integer('PORT', 0, 65535),
    default: undefined,
    sentence:
      'Serves the control API and its pages on a separate port only; 0 selects a free port. Behind a reverse proxy, this closes them to its clients.',
  }),
  portFile: commandSetting<string | undefined>({
    type: text('FILE', 'the path of a file'),
    default: undefined,
    sentence: 'Writes the port to this file when the server listens, and removes the file when it stops.',
  }),
  workers: commandSetting<number | 'auto'>({
    type: processes,
    default: 1,
    sentence: 'Number of processes that serve the ports together; auto starts one for each core.',
  }),
  nodeName: commandSetting<string | undefined>({
    type: text('NAME', 'a name of 1 to 64 visible ASCII characters', /^[!-~]{1,64}$/),
    default: undefined,
    commandDefault: 'the host name of the machine, and the port',
    sentence:
      'Name of this server among several on one PostgreSQL database, in responses about what each has for itself.',
  }),
  tls: setting({
    type: toggle,
    default: false,
    sentence:
      'Serves TLS, including HTTP/2. Without certificate files, the server creates a certificate and prints the CA file to trust.',
  }),
  tlsPort: setting<number | undefined>({
    type: integer('PORT', 0, 65535),
    default: undefined,
    sentence:
      'Serves TLS on a separate port, beside the port without TLS; 0 selects a free port. It has the services of the main port.',
  }),
  tlsCert: setting<string | undefined>({
    type: text('FILE', 'the path of a PEM file'),
    default: undefined,
    sentence: 'File with the TLS certificate chain in PEM format; requires --tls-key.',
    fallbacks: ['HTTPS_CERT_FILE'],
  }),
  tlsKey: setting<string | undefined>({
    type: text('FILE', 'the path of a PEM file'),
    default: undefined,
    sentence: 'File with the private key of the certificate in PEM format.',
    fallbacks: ['HTTPS_KEY_FILE'],
  }),
  h2c: setting({
    type: toggle,
    default: false,
    sentence: 'Accepts HTTP/2 without TLS from clients that start with the HTTP/2 preface.',
  }),
  hsts: setting({
    type: toggle,
    default: false,
    sentence:
      'Sends Strict-Transport-Security in responses of the API over TLS. A server on a loopback address never sends it.',
  }),
  baseUrl: setting<string | undefined>({
    type: baseUrl,
    default: undefined,
    sentence: 'Base of the URLs in responses of the API; without it, the base that the client used.',
  }),
  basePath: setting<string | undefined>({
    type: pathPrefix,
    default: undefined,
    sentence:
      'Path below which a reverse proxy serves the server, for redirects, links, cookies and URLs. The proxy may remove it from the paths of requests. Default: the path of --base-url; X-Forwarded-Prefix of a trusted proxy overrides it.',
  }),
  allowedHosts: setting<readonly string[]>({
    type: hosts,
    default: [],
    sentence:
      'Hosts by which clients may call the API, the pages and the control API, besides loopback names and the host of --base-url; any other host gets 421. Default: only those for a server on a loopback address, and any host otherwise.',
  }),
  trustedProxies: setting<readonly string[]>({
    type: networks,
    default: [],
    key: 'trusted-proxy',
    sentence:
      'Addresses and networks of proxies whose forwarding headers are used: X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Prefix.',
  }),
});
