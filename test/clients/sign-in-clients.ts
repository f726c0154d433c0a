import type { TestContext } from 'node:test';
import { Type } from 'typebox';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { temporaryFolder } from '../support/commands/command.ts';
import { signInWithGist } from './gist.ts';
import { signInWithHub } from './hub.ts';
import type { Question } from './program.ts';
import {
  ghauth,
  netGitHub,
  octokitRb,
  octonode,
  perform,
  pyGithub,
  rest16,
  rest17,
  type Script,
} from './scripts.ts';
import type { ClientServer } from './server.ts';

/** A client that creates a token for itself with login and password. */
export interface SignInClient {
  readonly name: string;
  /** The token; undefined if the client is not installed, and the test is then skipped. */
  signIn(t: TestContext, server: ClientServer): Promise<string | undefined>;
  /** Its calls with the password only. */
  readonly calls: readonly string[];
  /** Its calls where a one-time password is required. */
  readonly callsWithCode: readonly string[];
}

const outcome = Type.Object({ token: Type.String() });

const refused = 'POST /authorizations 401';
const created = 'POST /authorizations 201';
const tried = 'GET /user 200';

export const signInClients: readonly SignInClient[] = [
  {
    name: 'hub',
    signIn: async (t, server) => signInWithHub(t, server, await temporaryFolder(t)),
    calls: [created, tried, tried],
    callsWithCode: [refused, created, tried, tried],
  },
  { name: 'gist', signIn: signInWithGist, calls: [created], callsWithCode: [refused, created] },
  {
    name: 'ruby-octokit',
    signIn: through(octokitRb),
    calls: [created, tried],
    callsWithCode: [refused, created, tried],
  },
  {
    name: 'PyGithub',
    signIn: through(pyGithub),
    calls: [created, tried],
    callsWithCode: [refused, created, tried],
  },
  {
    name: 'ghauth 7, whose first call has no body and creates nothing',
    signIn: signInWithGhauth,
    calls: ['POST /authorizations 400', created],
    callsWithCode: [refused, created],
  },
  {
    name: '@octokit/rest 16',
    signIn: through(rest16),
    calls: [created, tried],
    callsWithCode: [refused, created, tried],
  },
  {
    name: '@octokit/rest 17 with @octokit/auth-basic',
    signIn: through(rest17),
    calls: [created, tried],
    callsWithCode: [refused, created, tried],
  },
  { name: 'Net::GitHub', signIn: through(netGitHub), calls: [created], callsWithCode: [refused, created] },
  { name: 'octonode', signIn: through(octonode), calls: [created], callsWithCode: [refused, created] },
];

function through(script: Script, questions?: readonly Question[]): SignInClient['signIn'] {
  return async (t, server) =>
    (await perform(t, server, script, { name: 'sign-in', outcome, questions }))?.token;
}

function signInWithGhauth(t: TestContext, server: ClientServer): Promise<string | undefined> {
  const signIn = through(ghauth, [
    { asks: /username: $/, answer: () => exampleUser.login },
    { asks: /password: $/, answer: () => exampleUser.password },
    { asks: /\(required\): $/, answer: server.code },
  ]);
  return signIn(t, server);
}
