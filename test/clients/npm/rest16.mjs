// @octokit/rest 16
import { askCode, load, run } from './script.mjs';

const { default: Octokit } = await load('rest16');
const { BASE: baseUrl, LOGIN: username, PASSWORD: password } = process.env;
const silent = { debug() {}, info() {}, warn() {}, error: console.error };
const connect = (auth) => new Octokit({ auth, baseUrl, log: silent });
const user = connect({ username, password, on2fa: askCode });

await run({
  async 'sign-in'() {
    const made = await user.oauthAuthorizations.createAuthorization({ note: 'rest 16', scopes: ['user'] });
    const { data } = await connect(`token ${made.data.token}`).users.getAuthenticated();
    return { token: made.data.token, login: data.login };
  },
});
