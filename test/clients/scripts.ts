import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { client } from '../support/accounts/api.ts';
import { temporaryFolder } from '../support/commands/command.ts';
import { PYTHON } from '../support/programs/installed.ts';
import { testProject } from '../support/programs/projects.ts';
import { converse, type Program, type Question } from './program.ts';
import type { ClientServer } from './server.ts';

/** A library, with the script in this folder that uses it. The script takes the name of a task. */
export type Script = Pick<Program, 'commands' | 'installation'>;

const beside = (name: string) => path.join(import.meta.dirname, name);

export const octokitRb: Script = {
  commands: [['ruby', beside('octokit.rb')]],
  installation: 'apt-get install ruby-octokit',
};

export const pyGithub: Script = {
  commands: [[PYTHON, beside('pygithub.py')]],
  installation: 'apt-get install python3-github',
};

export const netGitHub: Script = {
  commands: [['perl', beside('net-github.pl')]],
  installation: 'apt-get install libnet-github-perl',
};

export const ghauth = ofNpm('ghauth.mjs');
export const octokat = ofNpm('octokat.mjs');
export const octonode = ofNpm('octonode.mjs');
export const rest16 = ofNpm('rest16.mjs');
export const rest17 = ofNpm('rest17.mjs');

function ofNpm(script: string): Script {
  return {
    commands: [[process.execPath, path.join(testProject('test/clients/npm').folder, script)]],
    installation: 'npm ci --prefix test/clients/npm',
  };
}

export interface Task<Outcome extends TSchema> {
  readonly name: string;
  /** The expected exit code; the test fails for any other. */
  readonly outcome: Outcome;
  /** The prompts; by default one for a one-time password. */
  readonly questions?: readonly Question[] | undefined;
}

/** The result of the task; undefined if the library is not installed, and the test is then skipped. */
export async function perform<Outcome extends TSchema>(
  t: TestContext,
  server: ClientServer,
  { commands, installation }: Script,
  task: Task<Outcome>,
): Promise<Static<Outcome> | undefined> {
  const printed = await converse(t, {
    commands: commands.map(([command, ...words]) => [command, ...words, task.name]),
    installation,
    home: await temporaryFolder(t),
    variables: {
      BASE: server.base,
      WEB: server.url,
      LOGIN: exampleUser.login,
      PASSWORD: exampleUser.password,
      CLIENT_ID: client.pair.client_id,
      CLIENT_SECRET: client.pair.client_secret,
    },
    questions: task.questions ?? [{ asks: /code: $/, answer: server.code }],
  });
  if (printed === undefined) return undefined;
  // Libraries may print text before the result.
  return Value.Parse(task.outcome, JSON.parse(printed.trimEnd().split('\n').at(-1) ?? ''));
}
