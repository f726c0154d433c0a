// octokat
import { load, run } from './script.mjs';

const { default: Octokat } = await load('octokat');
const { BASE: rootURL, LOGIN: username, PASSWORD: password } = process.env;
const octokat = new Octokat({ rootURL, username, password });

await run({
  async list() {
    const { items } = await octokat.authorizations.fetch();
    return { tokens: items.map(({ app, token }) => ({ app: app.name, token })) };
  },
});
