// ghauth 7 prompts for login, password and code itself.
import { load, run } from './script.mjs';

const { default: ghauth } = await load('ghauth');
const authUrl = `${process.env.BASE}/authorizations`;

await run({
  'sign-in': () => ghauth({ authUrl, scopes: ['user'], noSave: true }),
});
