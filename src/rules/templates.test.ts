import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { addRule } from '#test/support/rules.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import type { WireRequest } from '#test/support/wire/wire.ts';
import type { RuleInput } from './rule.ts';

async function serveRules(t: TestContext, rules: readonly RuleInput[], options: Partial<ServerOptions> = {}) {
  const server = await serve(t, { h2c: true, ...options });
  for (const rule of rules) addRule(server, rule);
  return server;
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

const MULTIPART: WireRequest = {
  method: 'POST',
  path: '/a',
  body: [
    '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nMona',
    'Content-Disposition: form-data; name="title"\r\n\r\nLisa',
    'Content-Disposition: form-data; name="empty"\r\n\r\n',
    'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ncontent',
    'X-A: 1\r\n\r\nno name\r\n--x--\r\n',
  ].join('\r\n--x\r\n'),
  fields: [['Content-Type', 'multipart/form-data; boundary=x']],
};

/** Each request with the JSON that the response has, on HTTP/1.1 and HTTP/2. */
const CASES: readonly (readonly [json: unknown, request: WireRequest, expected: string, path?: string])[] = [
  ['{{path.id:int}}', { path: '/v1/users/5' }, '5', '/v1/users/{id}'],
  ['{{path.id:int}}', { path: '/v1/users/007' }, '7', '/v1/users/{id}'],
  ['{{path.id:int}}', { path: '/v1/users/abc' }, 'null', '/v1/users/{id}'],
  ['{{path.id}}', { path: '/v1/users/5' }, '"5"', '/v1/users/{id:int}'],
  ['{{path.rest}}', { path: '/files/a%2Fb/%22c' }, '"a/b/\\"c"', '/files/{rest*}'],
  [
    { 'x{{a}}': ['user {{path.id}}', '\\{{x}}', 1, null, true, {}] },
    { path: '/u/5' },
    '{"x{{a}}":["user 5","{{x}}",1,null,true,{}]}',
    '/u/{id}',
  ],
  ['{{query.a}}', { path: '/a?a=1&a=2' }, '"1"'],
  ['{{query.a}}{{query.b}}', { path: '/a?a=%22%5C%E2%80%A8' }, JSON.stringify('"\\\u2028')],
  ['{{query.a:int}}', { path: '/a?a=12345678901234567890' }, '12345678901234567890'],
  ['{{query.a:number}}', { path: '/a?a=-1.5e3' }, '-1.5e3'],
  ['{{query.a:number}}', { path: '/a?a=01.5' }, 'null'],
  ['{{query.a:boolean}}', { path: '/a?a=true' }, 'true'],
  ['{{query.a:boolean ?? false}}', { path: '/a?a=1' }, 'false'],
  ['{{query.a:json}}', { path: '/a?a=%7B%22b%22:1%7D' }, '{"b":1}'],
  ['{{query.a:json}}', { path: '/a?a=%7B' }, 'null'],
  ['{{ query.a ?? nobody }}', { path: '/a' }, '"nobody"'],
  ['[{{query.a}}]', { path: '/a' }, '"[]"'],
  ['{{header.X-A}}', { path: '/a', fields: [['x-a', 'one']] }, '"one"'],
  ['{{cookie.b}}', { path: '/a', fields: [['Cookie', 'a=1; b=2; b=3']] }, '"2"'],
  ['{{cookie.sparring_session}}', { path: '/a', fields: [['Cookie', 'sparring_session=1; b=2']] }, 'null'],
  ['{{header.cookie}}', { path: '/a', fields: [['Cookie', 'sparring_session=1; b=2']] }, '"b=2"'],
  ['{{header.cookie}}', { path: '/a', fields: [['Cookie', '__Secure-sparring_x=1']] }, 'null'],
  ['{{method}} {{n}}', { method: 'PUT', path: '/a' }, '"PUT 1"'],
  ['{{n}}', { path: '/a' }, '1'],
  ['{{now}}', { path: '/a' }, '"2026-01-01T00:00:00.000Z"'],
  ['{{unix}}', { path: '/a' }, '1767225600'],
  [
    '{{form.a}}',
    {
      method: 'POST',
      path: '/a',
      body: 'b=1&a=x+y',
      fields: [['Content-Type', 'application/x-www-form-urlencoded']],
    },
    '"x y"',
  ],
  [
    '{{form.é}}',
    {
      method: 'POST',
      path: '/a',
      body: '%E9=%FC',
      fields: [['Content-Type', 'application/x-www-form-urlencoded; charset=iso-8859-1']],
    },
    '"ü"',
  ],
  ['{{form.title}} {{form.empty}}', MULTIPART, '"Mona "'],
  ['{{form.file}}', MULTIPART, 'null'],
  ['{{json/user/name}}', { method: 'POST', path: '/a', body: '{"user":{"name":"Mona"}}' }, '"Mona"'],
  ['{{json/a}}', { method: 'POST', path: '/a', body: '{"a":[1,{"b":null}]}' }, '[1,{"b":null}]'],
  ['{{json}}', { method: 'POST', path: '/a', body: '[1, 2]' }, '[1,2]'],
  [
    '{{json/a}}',
    { method: 'POST', path: '/a', body: '{"b":"]","a": 12345678901234567890}' },
    '12345678901234567890',
  ],
  [
    '{{json/0/a~1b}}',
    { method: 'POST', path: '/a', body: '[{"a/b":[ 12345678901234567890 , "x y"]}]' },
    '[12345678901234567890,"x y"]',
  ],
  ['{{json/a ?? none}}', { method: 'POST', path: '/a', body: '{"a":null}' }, '"none"'],
  ['{{json/a}}', { method: 'POST', path: '/a', body: 'no JSON' }, 'null'],
  [
    '{{graphql.variables/id}}',
    {
      method: 'POST',
      path: '/a',
      body: '{"query":"query Q($id: Int) { user }","variables":{"id":7}}',
      fields: [JSON_TYPE],
    },
    '7',
  ],
];

describe('a template', () => {
  for (const journal of [0, 100])
    it(`replaces expressions in JSON, ${journal === 0 ? 'without' : 'with'} a journal`, async (t) => {
      const runtime = () => createRuntime({ now: Date.UTC(2026, 0, 1) });
      for (const [json, request, expected, path = '/a'] of CASES) {
        const server = await serveRules(t, [{ match: { path }, respond: { json, template: true } }], {
          journal,
          runtime: runtime(),
        });
        const response = await server.send(request);
        assert.deepEqual([response.status, response.text()], [200, expected], JSON.stringify(json));
        assert.equal(response.field('Content-Type'), 'application/json');
        const other = await requestHttp2(server.url, request);
        assert.equal(String(other.body), expected.replace(/^("PUT )?1("?)$/, '$12$2'), JSON.stringify(json));
        JSON.parse(response.text());
        await server.close();
      }
    });

  it('replaces expressions in text, headers, cookies and redirects', async (t) => {
    const server = await serveRules(t, [
      {
        match: { path: '/a/{id}' },
        respond: {
          template: true,
          body: 'id {{path.id}} {{query.none}}{{query.none:int ?? 4}}',
          headers: { 'X-Id': ['{{path.id}}', 'x-{{n}}'], 'X-Url': '{{url}}' },
          cookie: 'id={{path.id}}; Path=/',
        },
      },
      { match: { path: '/b/{to}' }, respond: { template: true, redirect: '/{{path.to}}' } },
    ]);
    const response = await server.get('/a/5?x=1');
    assert.equal(response.text(), 'id 5 4');
    assert.deepEqual(
      response.fields.filter(([name]) => /^(?:x-id|x-url|set-cookie)$/i.test(name)),
      [
        ['X-Id', '5'],
        ['X-Id', 'x-1'],
        ['X-Url', `${server.url}/a/5?x=1`],
        ['Set-Cookie', 'id=5; Path=/'],
      ],
    );
    assert.equal((await server.get('/b/get')).field('Location'), '/get');
    assert.equal((await server.get('/bin/t1/b/get')).field('Location'), '/bin/t1/get');
  });

  it('that is not declared is sent unchanged', async (t) => {
    const server = await serveRules(t, [
      { match: { path: '/a' }, respond: { json: '{{path.id}', headers: { 'X-A': '{{n}}' } } },
    ]);
    const response = await server.get('/a');
    assert.deepEqual([response.text(), response.field('X-A')], ['"{{path.id}"', '{{n}}']);
  });

  it('gets 500 with the ID of the rule for a value that its place cannot have', async (t) => {
    const template = true;
    for (const [respond, target, expected, options] of [
      [{ headers: { 'X-A': '{{query.a}}' } }, '?a=1%0D%0AX-B:2', /header: X-A cannot have this value/],
      [{ headers: { 'X-A': '{{query.a}}' } }, '?a=1%00', /header: X-A/],
      [{ headers: { 'X-A': '{{query.a}}' } }, '?a=%C4%80', /above U\+00FF/],
      [{ headers: { 'Set-Cookie': '{{query.a}}' } }, '?a=sparring_session=1', /--allow-origin-headers/],
      [{ cookie: 'a={{query.a}}' }, '?a=1;Path=/login', /semicolon/],
      [{ cookie: 'a=1; Path={{query.a}}' }, '?a=/login', /--allow-origin-headers/],
      [{ cookie: '{{query.a}}=1' }, '?a=sparring_session', /--allow-origin-headers/],
      [{ redirect: '{{query.a}}' }, '?a=/%0D%0AX-B:2', /control characters/],
      [
        { redirect: '{{query.a}}' },
        '?a=https://b.example/',
        /not allowed/,
        { allowedRedirectDomains: ['a.example'] },
      ],
      [
        { headers: { Location: '{{query.a}}' } },
        '?a=//b.example/',
        /not allowed/,
        { allowedRedirectDomains: ['a.example'] },
      ],
      [
        { body: '{{query.a}}{{query.a}}{{query.a}}' },
        `?a=${'x'.repeat(40)}`,
        /--max-generated-size/,
        { maxGeneratedSize: 100 },
      ],
    ] as const) {
      const server = await serveRules(
        t,
        [
          {
            id: 'own',
            match: { path: '/a' },
            respond: { ...respond, template },
          },
        ],
        options ?? {},
      );
      const response = await server.get(`/a${target}`);
      assert.equal(response.status, 500, target);
      assert.match(response.text(), /rule own/);
      assert.match(response.text(), expected);
      assert.equal(response.field('X-B'), undefined);
      assert.equal(server.rules.list()[0]?.applied, 1);
    }
  });

  it('that reads the body is counted after the body, and limited', async (t) => {
    const server = await serveRules(
      t,
      [{ id: 'own', match: { path: '/a' }, respond: { template: true, json: '{{json/a}}' }, count: 1 }],
      { maxBodySize: 100 },
    );
    const large = await server.send({ method: 'POST', path: '/a', body: 'x'.repeat(101) });
    assert.equal(large.status, 413);
    assert.match(large.text(), /rule own needs the body/);
    assert.equal(server.rules.list()[0]?.applied, 0);
    const fields: WireRequest['fields'] = [['Expect', '100-continue']];
    const response = await server.send({ method: 'POST', path: '/a', body: '{"a":1}', fields });
    assert.equal(response.text(), '1');
    assert.equal(server.rules.list()[0]?.applied, 1);
  });

  it('is rejected with a pointer when it is added', async (t) => {
    const server = await serve(t);
    const path = '/u/{id}';
    const sources = /; the sources are path\.NAME, /;
    for (const [respond, pointer, message] of [
      [
        { json: { a: ['{{quer.a}}'] } },
        '/respond/json/a/0',
        /has the unknown source quer\.a \(did you mean query\?\); the/,
      ],
      [
        { json: { a: ['{{path.no}}'] } },
        '/respond/json/a/0',
        /path\.no, which the path of the match does not capture$/,
      ],
      [{ body: '{{path.idd}}' }, '/respond/body', /does not capture \(did you mean id\?\)$/],
      [
        {
          headers: [
            ['X-A', '1'],
            ['X-B', '{{path.no}}'],
          ],
        },
        '/respond/headers/1/1',
        /path\.no/,
      ],
      [{ headers: { 'X-A': ['1', '{{path.no}}'] } }, '/respond/headers/X-A/1', /path\.no/],
      [{ cookie: ['a=1', 'b={{path.no}}'] }, '/respond/cookie/1', /path\.no/],
      [{ redirect: '/{{path.no}}' }, '/respond/redirect', /path\.no/],
      ...['path', 'query', 'header', 'cookie', 'form'].flatMap((kind) =>
        [kind, `${kind}.`, `${kind}:int`].map(
          (source) =>
            [
              { body: `{{${source}}}` },
              '/respond/body',
              new RegExp(`has ${kind} without a name; it is written ${kind}\\.NAME$`),
            ] as const,
        ),
      ),
      [{ body: '{{query/a}}' }, '/respond/body', /has query\/a, which is written query\.a$/],
      [
        { body: '{{json.user.name}}' },
        '/respond/body',
        /has json\.user\.name, which is written json\/user\/name$/,
      ],
      [
        { body: '{{graphql.variables.id}}' },
        '/respond/body',
        /has graphql\.variables\.id, which is written graphql\.variables\/id$/,
      ],
      [{ body: '{{graphql}}' }, '/respond/body', sources],
      [{ body: '{{body}}' }, '/respond/body', /has the unknown source body; the sources are/],
      [{ body: '{{}}' }, '/respond/body', /has an expression without a source; the sources are/],
      [{ body: '{{ ?? a}}' }, '/respond/body', /has an expression without a source/],
      [{ body: '{{method.a}}' }, '/respond/body', /did you mean method\?/],
      [
        { body: '{{json/items/*}}' },
        '/respond/body',
        /has json\/items\/\*, in which \* is no index: an expression has one value$/,
      ],
      [{ body: '{{graphql.variables/*/id}}' }, '/respond/body', /in which \* is no index/],
      [{ body: '{{query.a' }, '/respond/body', /without its/],
      [{ body: '{{query.{{n}}}}' }, '/respond/body', /without its/],
      [{ body: '{{query.a b}}' }, '/respond/body', /must not have a space in query\.a b$/],
      [
        { body: '{{query.a:text}}' },
        '/respond/body',
        /has the unknown type text; the types are int, number, boolean, json$/,
      ],
      [{ body: '{{query.a:Int}}' }, '/respond/body', /has the unknown type Int \(did you mean int\?\)/],
      [{ body: '{{query.a:int ?? x}}' }, '/respond/body', /not of the type int$/],
      [
        { headers: { 'X-A': '{{header.X(A)}}' } },
        '/respond/headers/X-A',
        /has header\.X\(A\), which is not the name of a header$/,
      ],
      [{ headers: { '{{n}}': '1' } }, '/respond/headers/{{n}}', /header name/],
      [
        { headers: { 'X-A': '1', 'Clear-Site-Data': '{{n}}' } },
        '/respond/headers/Clear-Site-Data',
        /--allow-origin-headers/,
      ],
      [{ cookie: 'sparring_session={{n}}' }, '/respond/cookie', /--allow-origin-headers/],
      [{ status: '{{n}}' }, '/respond/status', /status/],
      [{ body: '{{n}}'.repeat(101) }, '/respond', /100 expressions$/],
      [{ json: '{{json/a~2}}' }, '/respond/json', /has json\/a~2, which is not a JSON Pointer behind json$/],
    ] as const) {
      const body = JSON.stringify({ match: { path }, respond: { template: true, ...respond } });
      const response = await server.send({ method: 'POST', path: '/_sparring/rules', body });
      assert.equal(response.status, 422, body);
      const { problems } = JSON.parse(response.text());
      assert.equal(problems[0].pointer, pointer, response.text());
      assert.match(problems[0].message, message);
      assert.doesNotMatch(response.text(), /\.\.(?:"|\s)/);
    }
    assert.deepEqual(server.rules.list(), []);
    assert.throws(() => addRule(server, { match: { path: '/{a}/{a}' }, respond: {} }), /capture a twice/);
  });

  it('has the values of each step of a list', async (t) => {
    const server = await serveRules(t, [
      { match: { path: '/a' }, respond: [{ body: 'one' }, { template: true, body: '{{n}}' }] },
    ]);
    const texts = [];
    for (let request = 0; request < 3; request++) texts.push((await server.get('/a')).text());
    assert.deepEqual(texts, ['one', '2', '3']);
  });
});
