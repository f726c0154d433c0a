import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { converse } from './program.ts';
import type { ClientServer } from './server.ts';
import { inTerminal } from './terminal.ts';

/**
 * Runs `hub api user`, for which hub gets a token if the home folder has none; returns the token. Undefined if hub is
 * not installed, and the test is then skipped.
 */
export async function signInWithHub(
  t: TestContext,
  server: ClientServer,
  home: string,
): Promise<string | undefined> {
  const printed = await converse(t, {
    commands: inTerminal('hub api user'),
    installation: 'apt-get install hub',
    home,
    variables: {
      HUB_TEST_HOST: server.url,
      GITHUB_HOST: 'ghe.localhost',
      GITHUB_USER: exampleUser.login,
      GITHUB_PASSWORD: exampleUser.password,
    },
    questions: [{ asks: /two-factor authentication code: $/, answer: server.code }],
  });
  if (printed === undefined) return undefined;
  const settings = await readFile(path.join(home, '.config/hub'), 'utf8');
  return /oauth_token: (\w+)/.exec(settings)?.[1] ?? '';
}
