import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { exampleUser } from '../../src/authorizations/example-accounts.ts';
import { temporaryFolder } from '../support/command.ts';
import { converse } from './program.ts';
import type { ClientServer } from './server.ts';
import { inTerminal } from './terminal.ts';

/** The token that gist gets itself; undefined where it is not installed, and the test is then skipped. */
export async function signInWithGist(t: TestContext, server: ClientServer): Promise<string | undefined> {
  const home = await temporaryFolder(t);
  const printed = await converse(t, {
    commands: inTerminal('gist-paste --login'),
    installation: 'apt-get install gist',
    home,
    variables: { GITHUB_URL: `${server.url}/` },
    questions: [
      { asks: /username: $/, answer: () => exampleUser.login },
      { asks: /password: $/, answer: () => exampleUser.password },
      { asks: /2-factor auth code: $/, answer: server.code },
    ],
  });
  if (printed === undefined) return undefined;
  const name = (await readdir(home)).find((entry) => entry.startsWith('.gist')) ?? '';
  return readFile(path.join(home, name), 'utf8');
}
