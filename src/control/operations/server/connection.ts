import { type Static, Type } from 'typebox';
import { splitAuthority } from '#http/syntax/authority.ts';
import { PROTOCOL } from '#protocol.ts';
import { NO_INPUT, operation } from '../declaration/operation.ts';
import type { ServerConnection } from '../state/server-connection.ts';

const OrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** What a program needs to use a server. `sparring serve --print json` prints it, with the ID of the process. */
export const Connection = Type.Object(
  {
    sparring: Type.String({ description: 'The version.' }),
    protocol: Type.Integer({
      description: 'The version of this object, and of the calls for programs that start servers.',
    }),
    pid: Type.Optional(
      Type.Integer({ description: 'The process of the server, for the program that starts it.' }),
    ),
    url: Type.String({ description: 'The origin of the testing service.' }),
    h2cUrl: OrNull('The same for HTTP/2 without TLS; null if the server does not accept it.'),
    tlsUrl: OrNull('The same over TLS; null without TLS.'),
    control: Type.String({ description: 'The base of the paths of the control API.' }),
    token: OrNull('The control token; from the endpoint, the token of the caller. Null if none is needed.'),
    ca: Type.Union(
      [
        Type.Object({
          path: Type.String({ description: 'The file with the authority of the server.' }),
          bundlePath: Type.String({
            description:
              'A file with the same and the roots of the system, and with those of SSL_CERT_FILE and REQUESTS_CA_BUNDLE.',
          }),
          pem: Type.String({ description: 'The authority.' }),
        }),
        Type.Null(),
      ],
      {
        description:
          'What clients trust; null without TLS. The paths are those of the machine of the server.',
      },
    ),
    scopePorts: Type.Boolean({ description: 'Whether a new bin of the caller has ports of its own.' }),
    warnings: Type.Array(Type.String(), { description: 'Sentences about the environment of the server.' }),
  },
  { title: 'Connection' },
);

export type Connection = Static<typeof Connection>;

export const readConnection = operation({
  name: 'connection',
  summary: 'Returns what a program needs to use this server: its addresses, its authority and its protocol.',
  input: NO_INPUT,
  output: Connection,
  http: {
    route: 'GET /_sparring/connection',
    tag: 'Server',
    description: 'The addresses have the host by which the caller has reached the server.',
    examples: [{ path: '/_sparring/connection', status: 200 }],
  },
  async run(_input, { connection, version }, { origin, token, isLocal }): Promise<Connection> {
    const { tls, hasScopePorts, warnings } = connection;
    return {
      sparring: version,
      protocol: PROTOCOL,
      ...buildOrigins(connection, origin),
      token: token ?? null,
      ca: tls ? { path: tls.caPath, bundlePath: await tls.bundle(), pem: await tls.certificate() } : null,
      scopePorts: hasScopePorts && isLocal,
      warnings: [...warnings],
    };
  },
});

/** The origins by which a caller of the control API reaches a server. */
export function buildOrigins(
  { host, ports, h2c, isSecure }: Omit<ServerConnection, 'tls' | 'warnings'>,
  origin: string,
): Pick<Connection, 'url' | 'h2cUrl' | 'tlsUrl' | 'control'> {
  const called = toNumeric(origin, host);
  const { protocol, host: authority } = new URL(called);
  const name = splitAuthority(authority).host;
  const scheme = isSecure ? 'https' : 'http';
  const isMain = ports.control === undefined && protocol === `${scheme}:`;
  const url = isMain ? called : `${scheme}://${name}:${ports.main}`;
  const secure = ports.tls === undefined ? null : `https://${name}:${ports.tls}`;
  return {
    url,
    h2cUrl: h2c && !isSecure ? url : null,
    tlsUrl: isSecure ? url : secure,
    control: `${called}/_sparring`,
  };
}

/** `localhost` can mean `::1`, where nothing listens. */
export function toNumeric(origin: string, hosts: readonly string[]): string {
  const isIPv4 = hosts.every((host) => host === '127.0.0.1' || host === '0.0.0.0');
  return isIPv4 ? origin.replace(/^(https?:\/\/)localhost(?=[:/]|$)/i, '$1127.0.0.1') : origin;
}
