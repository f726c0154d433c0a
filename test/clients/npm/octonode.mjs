// octonode
import { ask, askCode, load, run } from './script.mjs';

const { default: github } = await load('octonode');
const { BASE: apiUrl, WEB: webUrl, LOGIN: username, PASSWORD: password } = process.env;
const { CLIENT_ID: id, CLIENT_SECRET: secret } = process.env;
const connect = (otp) => github.auth.config({ username, password, apiUrl, otp });

function logIn(auth) {
  return new Promise((resolve, reject) =>
    auth.login(['user'], (error, id, token, headers) =>
      error ? reject(Object.assign(error, { headers })) : resolve({ id, token }),
    ),
  );
}

await run({
  'sign-in': () =>
    logIn(connect()).catch(async (error) => {
      if (!error.headers?.['x-github-otp']) throw error;
      return logIn(connect(await askCode()));
    }),

  async 'web-flow'() {
    const auth = github.auth.config({ id, secret, webUrl });
    const code = await ask(`the code of ${auth.login(['user'])} : `);
    const token = await new Promise((resolve, reject) =>
      auth.login(code, (error, made) => (error ? reject(error) : resolve(made))),
    );
    return { token };
  },

  async revoke() {
    const auth = connect();
    const { id, token } = await logIn(auth);
    await new Promise((resolve, reject) => auth.revoke(id, (error) => (error ? reject(error) : resolve())));
    return { id, token };
  },
});
