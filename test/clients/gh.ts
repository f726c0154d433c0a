import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../support/commands/command.ts';
import { request } from '../support/wire/wire.ts';
import { converse, type Program, type Question } from './program.ts';
import { type ClientServer, serveClients } from './server.ts';

/** The host name for GitHub CLI, which supports no port and only TLS for enterprise hosts. */
export const GH_HOST = 'ghe.test';

/** The OAuth application of GitHub CLI. It is compiled into the program. */
export const GH_CLIENT_ID = '178c6fc778ccc68e1d6a';

export interface GhServer extends ClientServer {
  /** Runs the command; standard output and standard error are combined. Undefined if GitHub CLI is not installed. */
  gh(t: TestContext, command: string, questions?: readonly Question[]): Promise<string | undefined>;
}

/** A server with TLS that GitHub CLI reaches as `ghe.test` through a proxy. */
export async function serveGh(t: TestContext): Promise<GhServer> {
  const folder = await temporaryFolder(t);
  const server = await serveClients(t, null, { tls: true, baseUrl: `https://${GH_HOST}` });
  const caPath = server.caPath ?? '';
  const ca = await readFile(caPath, 'utf8');
  const proxy = await openProxy(t, server.port);
  const variables: Record<string, string> = {
    HTTPS_PROXY: proxy,
    SSL_CERT_FILE: caPath,
    GH_CONFIG_DIR: path.join(folder, 'config'),
    GH_NO_UPDATE_NOTIFIER: '1',
    NO_COLOR: '1',
  };
  const buildCommands = (command: string): Program['commands'] => [['sh', '-c', `{ ${command}; } 2>&1`]];
  return {
    ...server,
    send: (wanted) => request(server.port, wanted, ca),
    gh: (t, command, questions = []) =>
      converse(t, {
        commands: buildCommands(command),
        installation: 'apt-get install gh',
        home: folder,
        variables,
        questions,
      }),
  };
}

/** An HTTP proxy whose tunnels (RFC 9110 §9.3.6) all lead to the port, for any host. */
async function openProxy(t: TestContext, port: number): Promise<string> {
  const proxy = createServer((client) => {
    client.once('data', () => {
      const server = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(server).pipe(client);
      });
      server.on('error', () => client.destroy());
      client.on('close', () => server.destroy());
    });
    client.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const { port: own } = proxy.address() as AddressInfo;
  return `http://127.0.0.1:${own}`;
}
