import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import type { WireRequest } from '#test/support/wire/wire.ts';

const FORM = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Each request, and the text of its head or body that shows the byte. `test/parity` compares most of them with httpbin. */
const REQUESTS: readonly (readonly [request: WireRequest, shown: string])[] = [
  [{ path: '/get?q=%ff' }, '"q": "%FF"'],
  [{ path: '/get?%e9=1' }, '"%E9": "1"'],
  [{ path: '/get?q=%C3%A9%ff%E2%82x' }, '"q": "\\u00e9%FF%E2%82x"'],
  [{ path: '/get?q=%25ff+%zz%ff' }, '"q": "%ff %zz%FF"'],
  [{ path: '/get?q=%ff' }, '/get?q=%FF"'],
  [{ path: '/anything/%ff' }, '/anything/\\ufffd"'],
  [{ path: '/stream/1?q=%ff' }, '"q": "%FF"'],
  [{ path: '/post', method: 'POST', fields: FORM, body: '%ff=%e9' }, '"%FF": "%E9"'],
  // httpbin loses a form with a byte that is neither encoded nor UTF-8.
  [{ path: '/post', method: 'POST', fields: FORM, body: bytes('a=caf\xe9&b=\xc3\xa9') }, '"a": "caf%E9"'],
  [{ path: '/post', method: 'POST', fields: FORM, body: bytes('a=\xe9&b=\xc3\xa9') }, '"b": "\\u00e9"'],
  [{ path: '/headers', fields: [['X-A', '\xff\xc3\xa9']] }, '"X-A": "\\u00ff\\u00c3\\u00a9"'],
  [{ path: '/cookies', fields: [['Cookie', 'a=\xff; \xc3\xa9=\xc3\xa9']] }, '"a": "\\u00ff"'],
  [
    { path: '/cookies', fields: [['Cookie', 'a=\xff; \xc3\xa9=\xc3\xa9']] },
    '"\\u00c3\\u00a9": "\\u00c3\\u00a9"',
  ],
  [{ path: '/cookies', fields: [['Cookie', 'a="\\303\\251\\377"']] }, '"a": "\\u00e9\\ufffd"'],
  [{ path: '/cookies/set?%ff=%fe' }, '\r\nSet-Cookie: %FF=%FE; Path=/\r\n'],
  [{ path: '/cookies/delete?%ff' }, '\r\nSet-Cookie: %FF=; Expires='],
  [{ path: '/cookies/set/a/%ff' }, '\r\nSet-Cookie: a="\\357\\277\\275"; Path=/\r\n'],
  [{ path: '/response-headers?X-A=%ff' }, '\r\nX-A: %FF\r\n'],
  [{ path: '/response-headers?%ff=1' }, '\r\n%FF: 1\r\n'],
  [{ path: '/redirect-to?url=/%ff%C3%A9' }, '\r\nLocation: /%FF%C3%A9\r\n'],
  [{ path: '/trailers?X-A=%ff' }, '"X-A": "%FF"'],
  [{ path: '/compose?body=%ff' }, '\r\n\r\n%FF'],
  [{ path: '/compose/body=%ff' }, '\r\n\r\n%FF'],
];

test('a byte that is not UTF-8 is shown as httpbin shows it, wherever it is', async (t) => {
  const server = await serve(t);
  for (const [request, shown] of REQUESTS) {
    const { fields, body } = await server.send(request);
    const head = fields.map(([name, value]) => `\r\n${name}: ${value}`).join('');
    const response = `${head}\r\n\r\n${body.toString('latin1')}`;
    assert.ok(response.includes(shown), `${request.path}: ${shown} is not in ${response}`);
  }
});
