import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members, serveApi } from '#test/support/accounts/api.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

for (const [name, head, status] of [
  ['two lengths', 'POST /api/v3/user HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n', 400],
  [
    'Content-Length and chunks',
    'POST /api/v3/user HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n',
    400,
  ],
  ['a space in the target', 'GET /api/v3/user?a=b c HTTP/1.1\r\nHost: h\r\n', 400],
  ['an invalid header', 'GET http://h/api/v3/user HTTP/1.1\r\nHost: h\r\nBroken Field: x\r\n', 400],
  [
    'an invalid request after a valid one',
    'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /api/v3 HTTP/1.1\r\nA B: c\r\n',
    400,
  ],
] as const)
  test(`${name} gets an error in the format of the API`, async (t) => {
    const { port } = await serveApi(t);
    const responses = await exchangeBytes(port, `${head}\r\n`, ['GET', 'GET']);
    const response = responses.at(-1);
    assert.ok(response);
    assert.equal(response.status, status);
    assert.equal(response.field('Content-Type'), 'application/json; charset=utf-8');
    assert.equal(members(response).documentation_url, 'https://docs.github.com/enterprise/3.0/rest');
  });
