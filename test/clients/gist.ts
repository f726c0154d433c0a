import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { temporaryFolder } from '../support/commands/command.ts';
import { converse, type Question } from './program.ts';
import type { ClientServer } from './server.ts';
import { inTerminal } from './terminal.ts';

/** The token that gist gets; undefined if gist is not installed, and the test is then skipped. */
export function signInWithGist(t: TestContext, server: ClientServer): Promise<string | undefined> {
  return logIn(t, server, {}, [
    { asks: /username: $/, answer: () => exampleUser.login },
    { asks: /password: $/, answer: () => exampleUser.password },
    { asks: /2-factor auth code: $/, answer: server.code },
  ]);
}

/** Like `signInWithGist`, by the device flow; `approve` gets the code that gist shows. */
export function signInWithGistAsDevice(
  t: TestContext,
  server: ClientServer,
  approve: (userCode: string) => Promise<void>,
): Promise<string | undefined> {
  const shows = /and enter code: (\S+)\s/;
  return logIn(t, server, { GIST_CLIENT_ID: server.application.clientId }, [
    {
      asks: shows,
      async answer(printed) {
        await approve(shows.exec(printed)?.[1] ?? '');
        return '';
      },
    },
  ]);
}

async function logIn(
  t: TestContext,
  server: ClientServer,
  variables: Readonly<Record<string, string>>,
  questions: readonly Question[],
): Promise<string | undefined> {
  const home = await temporaryFolder(t);
  const printed = await converse(t, {
    commands: inTerminal('gist-paste --login'),
    installation: 'apt-get install gist',
    home,
    variables: { GITHUB_URL: `${server.url}/`, ...variables },
    questions,
  });
  if (printed === undefined) return undefined;
  const name = (await readdir(home)).find((entry) => entry.startsWith('.gist')) ?? '';
  return readFile(path.join(home, name), 'utf8');
}
