import { start } from 'sparring';

const seed = { users: [{ login: 'mona', password: 'correct-horse-1' }] };
const server = await start({ database: process.env.DATABASE, seed, passwordCost: 'test' });
const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
const made = await fetch(`${server.url}/api/v3/authorizations`, {
  method: 'POST',
  headers,
  body: '{"note":"a"}',
});
const listed = await fetch(`${server.url}/api/v3/authorizations`, { headers });
console.log(made.status, (await listed.json()).length);
await server.close();
