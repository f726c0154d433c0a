import { setting } from './setting.ts';
import { baseUrl, hosts, integer, networks, text, toggle } from './value-types.ts';

const LISTENING = 'Listening';

/** Where the server is, and how it is spoken to. */
export const listeningSettings = {
  config: setting<string | undefined>({
    type: text('FILE', 'the path of a file'),
    default: undefined,
    sentence: 'Reads settings from this YAML or JSON file; flags and variables win over it.',
    group: LISTENING,
    commandOnly: true,
    notInFile: true,
  }),
  host: setting({
    type: text('ADDRESS', 'an address or a host name', /^[^\s/@]+$/),
    default: '127.0.0.1',
    sentence: 'Address to listen on; 0.0.0.0 opens the server to the network.',
    group: LISTENING,
    fallbacks: ['HOST'],
  }),
  port: setting({
    type: integer('PORT', 0, 65535),
    default: 8080,
    optionDefault: '`0`',
    sentence: 'Port to listen on; 0 takes any free one, and the real one is printed.',
    group: LISTENING,
    fallbacks: ['PORT'],
  }),
  accountsPort: setting<number | undefined>({
    type: integer('PORT', 0, 65535),
    default: undefined,
    sentence:
      'Puts the API and the pages on a port of their own, away from the testing service; 0 takes any free port. Without it, all are on one port.',
    group: LISTENING,
  }),
  portFile: setting<string | undefined>({
    type: text('FILE', 'the path of a file'),
    default: undefined,
    sentence: 'Writes the port into this file once the server listens, and removes it at the end.',
    group: LISTENING,
    commandOnly: true,
  }),
  tls: setting({
    type: toggle,
    default: false,
    sentence:
      'Speaks TLS, HTTP/2 included. Unless files are named, each run makes a certificate and prints the CA file to trust.',
    group: LISTENING,
  }),
  tlsCert: setting<string | undefined>({
    type: text('FILE', 'the path of a PEM file'),
    default: undefined,
    sentence: 'Certificate chain to speak TLS with, in PEM; needs --tls-key too.',
    group: LISTENING,
  }),
  tlsKey: setting<string | undefined>({
    type: text('FILE', 'the path of a PEM file'),
    default: undefined,
    sentence: 'Key of that certificate, in PEM.',
    group: LISTENING,
  }),
  h2c: setting({
    type: toggle,
    default: false,
    sentence: 'Takes HTTP/2 without TLS too, from clients that begin with it.',
    group: LISTENING,
  }),
  hsts: setting({
    type: toggle,
    default: false,
    sentence:
      'Sends Strict-Transport-Security with the answers of the API over TLS. A server on a loopback address never sends it.',
    group: LISTENING,
  }),
  baseUrl: setting<string | undefined>({
    type: baseUrl,
    default: undefined,
    sentence: 'What the URLs in answers of the API begin with; without it, what the client called.',
    group: LISTENING,
  }),
  allowedHosts: setting<readonly string[]>({
    type: hosts,
    default: [],
    sentence:
      'Hosts by which clients may call the API, the pages and the control API, besides loopback names and the host of --base-url; any other host gets 421. Without it, a server on a loopback address has only those, and another one takes any host.',
    group: LISTENING,
  }),
  trustedProxies: setting<readonly string[]>({
    type: networks,
    default: [],
    word: 'trusted-proxy',
    sentence: "Addresses and networks whose forwarding headers tell the client's address.",
    group: LISTENING,
  }),
};
