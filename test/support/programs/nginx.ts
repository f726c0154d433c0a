import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../commands/command.ts';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/**
 * Starts nginx as one process on a free port of loopback, as a reverse proxy of a server on this machine.
 * @param directives further directives of the location `/`
 */
export async function openNginx(t: TestContext, target: string, directives = ''): Promise<number> {
  const folder = await temporaryFolder(t);
  const port = await findFreePort();
  const file = path.join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(folder, name)};`)
    .join('\n');
  await writeFile(
    file,
    `daemon off; master_process off; pid ${path.join(folder, 'pid')}; error_log stderr;
events {}
http {
  access_log off;
  ${paths}
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; ${directives} } }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  t.after(() => {
    child.kill('SIGKILL');
    return ended;
  });
  while (!(await accepts(port)))
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`nginx ended: ${log}`);
  return port;
}

/** nginx has no option for a free port. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => setTimeout(() => resolve(false), 20));
  });
}
