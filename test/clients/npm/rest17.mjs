// @octokit/rest 17 with @octokit/auth-basic
import { askCode, load, run } from './script.mjs';

const { Octokit } = await load('rest17');
const { createBasicAuth } = await load('@octokit/auth-basic');

// The package prints a deprecation warning at each start.
console.warn = () => {};

const { BASE: baseUrl, LOGIN: username, PASSWORD: password } = process.env;
const octokit = new Octokit({
  baseUrl,
  authStrategy: createBasicAuth,
  auth: { username, password, on2Fa: askCode, token: { note: 'rest 17', scopes: ['user'] } },
});

await run({
  /** The token is created before the first call that requires one. */
  async 'sign-in'() {
    const { data } = await octokit.users.getAuthenticated();
    const { token } = await octokit.auth({ type: 'token' });
    return { token, login: data.login };
  },

  async list() {
    const { data } = await octokit.request('GET /authorizations');
    return { tokens: data.length };
  },

  basic: () => octokit.auth({ type: 'basic' }),
});
