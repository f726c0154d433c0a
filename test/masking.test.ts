import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OriginalRequest } from './support/recorded-request.ts';
import { serveRecording } from './support/recorded-request.ts';
import { exchangeBytes } from './support/wire/wire.ts';

const SECRET = 'correct-horse-battery';

const post = (type: string, body: string, target = '/anything'): OriginalRequest => ({
  name: body,
  message: `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
});
const json = (body: string) => post('application/json', body);
const form = (body: string) => post('application/x-www-form-urlencoded', body);
const get = (target: string, fields = ''): OriginalRequest => ({
  name: `${target} ${fields}`,
  message: `GET ${target} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`,
});

/** Requests with a secret, most of them to an endpoint that returns what it receives. */
const REQUESTS: readonly (readonly [OriginalRequest, secret: string])[] = [
  [json('{"code":839201}'), '839201'],
  [json('{"code" : -839201.5e3 }'), '839201'],
  [json('{"password":[77665544, null]}'), '77665544'],
  [json('{"password":[[{"a":[77665544]}]]}'), '77665544'],
  [json(`{"token":{"value":"${SECRET}","n":1}}`), SECRET],
  [json(`{"a":[{"clientSecret":["x","${SECRET}"]}]}`), SECRET],
  [json(`{"p\\u0061ssword":"${SECRET}"}`), SECRET],
  [json(`{"password":"${SECRET.replace('r', '\\u0072')}"}`), SECRET.slice(4)],
  [json(`{"note":"it\\"s","password":"${SECRET}"`), SECRET],
  [json(`" {"password":"${SECRET}"}`), SECRET],
  [form(`pass%77ord=${SECRET}`), SECRET],
  [form(`a=1&user[password]=${SECRET}`), SECRET],
  [form(`user%5Bnew_password%5D=${SECRET}`), SECRET],
  [get(`/anything?%74oken=${SECRET}`), SECRET],
  [get(`/status/200?a&access%5Ftoken=${SECRET}`), SECRET],
  [get('/anything?token=a+%22b%5C-correct-horse'), 'correct-horse'],
  [get(`http://mona:${SECRET}@a/anything`), SECRET],
  [get(`http://${SECRET}@a/anything`), SECRET],
  [get('/anything', `Referer: https://mona:${SECRET}@example.com/\r\n`), SECRET],
  ...['otp', 'device_code', 'code_verifier', 'new_password', 'new_password_again', 'user_code', 'id_token']
    .concat(['client_assertion', 'private_token', 'refreshToken', 'api-key', 'secret'])
    .map((name) => [form(`${name}=${SECRET}`), SECRET] as const),
  ...[
    'X-GitHub-OTP',
    'X-Auth-Token',
    'X-Gitlab-Token',
    'X-CSRF-Token',
    'Private-Token',
    'X-Hub-Signature-256',
  ]
    .concat(['X-XSRF-TOKEN', 'X-Vault-Token', 'x_api_key'])
    .map((name) => [get('/anything', `${name}: ${SECRET}\r\n`), SECRET] as const),
];

/** Requests that the parser rejects. */
const REJECTED = [
  `POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 5x\r\n\r\npassword=${SECRET}&login=mona`,
  `POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 5x\r\n\r\nlogin=mona&pass%77ord=${SECRET}`,
  `POST /post HTTP/1.1\r\nHost: a\r\nAuthorization : Bearer ${SECRET}\r\n\r\n`,
  `POST /post HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer\r\n ${SECRET}\r\nBad Name: x\r\n\r\n`,
  `POST /post HTTP/1.1\r\nHost: a\r\nX-Auth-Token: ${SECRET}\r\nContent-Length: 5x\r\n\r\nI am ${SECRET}`,
  `POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 5x\r\n\r\n{"password":["${SECRET}"]}`,
];

const VIEWS = [
  '',
  '.har',
  ...['curl', 'fetch', 'node', 'httpie', 'python', 'http'].map((name) => `/ID/as/${name}`),
];

describe('the views of the journal have no credentials', () => {
  it('of a recorded request and its response', async (t) => {
    const server = await serveRecording(t);
    for (const [original, secret] of REQUESTS) {
      const { id } = await server.record(original);
      for (const view of VIEWS) {
        const path = `/_sparring/requests${view.replace('ID', String(id))}`;
        const text = (await server.call({ path })).text();
        assert.ok(!text.includes(secret), `${view}: ${original.name}: ${text}`);
      }
      const shown = (await server.call({ path: `/_sparring/requests/${id}/as/http?secrets=show` })).text();
      assert.ok(shown.includes(original.name.includes('\\u0072') ? 'co\\u0072' : secret), original.name);
      server.journal?.clear();
    }
  });

  it('of a rejected request', async (t) => {
    const server = await serveRecording(t);
    for (const message of REJECTED) {
      await exchangeBytes(server.port, message);
      const read = async (query = '') => {
        const { requests } = JSON.parse((await server.call({ path: `/_sparring/requests${query}` })).text());
        const { kind, raw } = requests.at(-1);
        assert.equal(kind, 'parser-error');
        return Buffer.from(raw, 'base64').toString();
      };
      const masked = await read();
      assert.ok(!masked.includes(SECRET), masked);
      assert.ok((await read('?secrets=show')).includes(SECRET));
    }
  });
});
