import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { statuses, transcript } from '#test/support/wire/transcript.ts';
import { exchangeBytes, type WireResponse } from '#test/support/wire/wire.ts';

const START = Date.UTC(2026, 0, 1);
const TWO = '/limit/k/kind=window/policy=default;q=2;w=10';

/** A server with a frozen clock. */
async function serveFrozen(t: TestContext) {
  const runtime = createRuntime({ now: START });
  const server = await serve(t, { runtime });
  return { ...server, runtime, advance: (seconds: number) => runtime.clock.advance(seconds * 1000) };
}

/** The header fields of the limit. */
function limitFieldsOf({ fields }: WireResponse): [string, string][] {
  return fields
    .filter(([name]) => /ratelimit|rate-limit|retry-after|call-limit/i.test(name))
    .map(([name, value]) => [name, value]);
}

async function statusesOf(server: Pick<TestServer, 'get'>, path: string, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index++) seen.push((await server.get(path)).status);
  return seen;
}

async function viewOf(server: Pick<TestServer, 'get'>, key = 'k') {
  const response = await server.get(`/limit/${key}`);
  assert.equal(response.status, 200, response.text());
  return JSON.parse(response.text());
}

describe('a fixed window', () => {
  it('accepts the quota, and then rejects with the fields of the current draft', async (t) => {
    const server = await serveFrozen(t);
    const responses = [
      await server.get(`${TWO}/end`),
      await server.get(`${TWO}/end/x?y`),
      await server.get(`${TWO}/end`),
    ];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 429],
    );
    assert.deepEqual(responses.map(limitFieldsOf), [
      [
        ['RateLimit-Policy', '"default";q=2;w=10'],
        ['RateLimit', '"default";r=1;t=10'],
      ],
      [
        ['RateLimit-Policy', '"default";q=2;w=10'],
        ['RateLimit', '"default";r=0;t=10'],
      ],
      [
        ['RateLimit-Policy', '"default";q=2;w=10'],
        ['RateLimit', '"default";r=0;t=10'],
        ['Retry-After', '10'],
      ],
    ]);
    assert.equal(responses[2]?.field('Content-Type'), 'application/problem+json');
    assert.deepEqual(responses[2]?.json(), {
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      title: 'Too Many Requests',
      status: 429,
      detail: 'The quota of requests is exhausted for 10 s.',
      'violated-policies': ['default'],
    });
  });

  it('ends exactly after its length by the clock of the server', async (t) => {
    const server = await serveFrozen(t);
    await statusesOf(server, TWO, 2);
    server.advance(9.9);
    const early = await server.get(TWO);
    assert.deepEqual([early.status, early.field('Retry-After')], [429, '1']);
    server.advance(0.1);
    assert.deepEqual(await statusesOf(server, TWO, 3), [200, 200, 429]);
  });

  it('starts with the first request after the previous one', async (t) => {
    const server = await serveFrozen(t);
    await statusesOf(server, TWO, 1);
    server.advance(60);
    await statusesOf(server, TWO, 1);
    server.advance(9);
    assert.equal((await server.get(TWO)).field('RateLimit'), '"default";r=0;t=1');
  });
});

describe('other kinds', () => {
  it('a bucket refills continuously', async (t) => {
    const server = await serveFrozen(t);
    const path = '/limit/k/policy=b;q=2;w=10';
    assert.deepEqual(await statusesOf(server, path, 3), [200, 200, 429]);
    server.advance(4.9);
    const early = await server.get(path);
    assert.deepEqual([early.status, early.field('Retry-After')], [429, '1']);
    server.advance(0.1);
    assert.deepEqual(await statusesOf(server, path, 2), [200, 429]);
    server.advance(100);
    assert.deepEqual(await statusesOf(server, path, 3), [200, 200, 429]);
  });

  it('a sliding window counts the latest period', async (t) => {
    const server = await serveFrozen(t);
    const path = '/limit/k/kind=sliding/policy=s;q=2;w=10';
    await server.get(path);
    server.advance(6);
    assert.deepEqual(await statusesOf(server, path, 2), [200, 429]);
    server.advance(4);
    assert.deepEqual(await statusesOf(server, path, 2), [200, 429]);
    assert.equal((await server.get(path)).field('Retry-After'), '6');
  });

  it('concurrent counts requests in progress, also of clients that disconnect', async (t) => {
    const server = await serve(t);
    const path = '/limit/k/kind=concurrent/policy=c;q=2';
    const held = [1, 2].map(() => {
      const socket = connect(server.port, '127.0.0.1');
      t.after(() => socket.destroy());
      socket.on('error', () => {}).write(`GET ${path}/delay=9 HTTP/1.1\r\nHost: h\r\n\r\n`);
      return socket;
    });
    while ((await server.get('/limit/k')).status !== 200 || (await viewOf(server)).accepted < 2);
    const rejected = await server.get(path);
    assert.equal(rejected.status, 429);
    assert.deepEqual(limitFieldsOf(rejected), [
      ['RateLimit-Policy', '"c";q=2;qu="concurrent-requests"'],
      ['RateLimit', '"c";r=0'],
      ['Retry-After', '1'],
    ]);
    for (const socket of held) socket.destroy();
    const wait = Date.now() + 5000;
    while ((await viewOf(server)).callers[0].policies[0].remaining < 2 && Date.now() < wait);
    assert.deepEqual(await statusesOf(server, path, 4), [200, 200, 200, 200]);
  });
});

describe('a limit', () => {
  it('accepts exactly the quota of parallel connections, pipelined requests and HTTP/2 streams', async (t) => {
    const server = await serve(t);
    const secure = await serve(t, { tls: true });
    const path = '/limit/p/kind=window/policy=default;q=7;w=60';
    const parallel = await Promise.all(Array.from({ length: 30 }, () => server.get(path)));
    assert.equal(parallel.filter(({ status }) => status === 200).length, 7);
    const get = `GET ${path.replace('/p/', '/q/')} HTTP/1.1\r\nHost: h\r\n\r\n`;
    const pipelined = await exchangeBytes(server.port, get.repeat(20), Array<string>(20).fill('GET'));
    assert.deepEqual(
      pipelined.map(({ status }) => status),
      [...Array<number>(7).fill(200), ...Array<number>(13).fill(429)],
    );
    const session = connectHttp2(secure.url, { ca: readFileSync(secure.caPath ?? '', 'utf8') });
    t.after(() => session.destroy());
    const streams = await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise((resolve, reject) =>
            session
              .request({ ':path': path })
              .on('response', (fields) => resolve(fields[':status']))
              .on('error', reject)
              .resume(),
          ),
      ),
    );
    assert.equal(streams.filter((status) => status === 200).length, 7);
  });

  it('has several policies, and takes from all or from none', async (t) => {
    const server = await serveFrozen(t);
    const path = '/limit/k/kind=window/policy=burst;q=1;w=1/policy=day;q=2;w=100';
    assert.equal((await server.get(path)).field('RateLimit'), '"burst";r=0;t=1, "day";r=1;t=100');
    const second = await server.get(path);
    assert.equal(second.field('RateLimit'), '"burst";r=0;t=1, "day";r=1;t=100');
    assert.deepEqual(Object(second.json())['violated-policies'], ['burst']);
    server.advance(1);
    await server.get(path);
    const fourth = await server.get(path);
    assert.equal(fourth.field('Retry-After'), '99');
    assert.deepEqual(Object(fourth.json())['violated-policies'], ['burst', 'day']);
  });

  it('has a window of a minute unless the policy names one', async (t) => {
    const server = await serveFrozen(t);
    const path = '/limit/k/kind=window/policy=default;q=1';
    const first = await server.get(path);
    assert.equal(first.field('RateLimit-Policy'), '"default";q=1;w=60');
    server.advance(59);
    assert.equal((await server.get(path)).status, 429);
    server.advance(1);
    assert.equal((await server.get(path)).status, 200);
  });

  it('counts the cost of a request', async (t) => {
    const server = await serveFrozen(t);
    const path = '/limit/k/kind=window/policy=default;q=5;w=10';
    assert.deepEqual(await statusesOf(server, `${path}/cost=3`, 2), [200, 429]);
    assert.deepEqual(await statusesOf(server, path, 3), [200, 200, 429]);
  });

  it('counts bytes of bodies, of a declared length and chunked', async (t) => {
    const server = await serve(t);
    const path = '/limit/k/kind=window/policy=default;q=10;w=60/cost=bytes';
    const post = (body: string, fields: [string, string][] = []) =>
      server.send({ method: 'POST', path, body, fields });
    const first = await post('hello');
    assert.deepEqual(limitFieldsOf(first), [
      ['RateLimit-Policy', '"default";q=10;w=60;qu="content-bytes"'],
      ['RateLimit', '"default";r=5;t=60'],
    ]);
    const chunked = await post('4\r\nhell\r\n0\r\n\r\n', [['Transfer-Encoding', 'chunked']]);
    assert.equal(chunked.field('RateLimit')?.slice(0, 13), '"default";r=1');
    assert.equal((await post('hey')).status, 429);
    assert.equal((await server.get(path)).status, 200);
    assert.deepEqual(
      (await viewOf(server)).attempts.map(({ units }: { units: number }) => units),
      [5, 4, 3, 0],
    );
  });

  it('has a quota for each caller, by address or header, which it shows as a digest', async (t) => {
    const server = await serveFrozen(t);
    const path = '/limit/k/kind=window/policy=default;q=1;w=10/per=header:X-User';
    const ask = (user: string) => server.get(path, [['X-User', user]]);
    assert.deepEqual(
      [(await ask('ann')).status, (await ask('bob')).status, (await ask('ann')).status],
      [200, 200, 429],
    );
    const policy = (await ask('ann')).field('RateLimit-Policy') ?? '';
    assert.match(policy, /^"default";q=1;w=10;pk=:[\w+/]{12}:$/);
    const { callers, attempts } = await viewOf(server);
    assert.equal(callers.length, 2);
    assert.doesNotMatch(JSON.stringify(callers), /ann|bob/);
    const [ann, bob] = callers.map(({ pk }: { pk: string }) => pk);
    assert.deepEqual(
      attempts.map(({ caller }: { caller: string }) => caller),
      [ann, bob, ann, ann],
    );
    const perAddress = '/limit/a/policy=default;q=1;w=10/per=address';
    assert.deepEqual(await statusesOf(server, perAddress, 2), [200, 429]);
  });

  it('has a quota for 32 callers, and one that all others share', async (t) => {
    const server = await serveFrozen(t);
    const path = '/limit/k/kind=window/policy=default;q=2;w=10/per=header:X-User';
    const ask = (user: string | number) => server.get(path, [['X-User', `user ${user}`]]);
    const statusesFrom = async (first: number, count: number) => {
      const seen: number[] = [];
      for (let user = first; user < first + count; user++) seen.push((await ask(user)).status);
      return seen;
    };
    assert.deepEqual(await statusesFrom(0, 32), Array(32).fill(200));
    // A client that varies the header is limited, and does not give the first caller another quota.
    assert.deepEqual(await statusesFrom(32, 4), [200, 200, 429, 429]);
    assert.deepEqual([(await ask(0)).status, (await ask(0)).status], [200, 429]);
    const shared = [await ask(40), await ask(41)].map((response) => response.field('RateLimit'));
    assert.equal(shared[0], shared[1]);
    const { callers } = await viewOf(server);
    assert.equal(callers.length, 33);
    // After the window, all quotas are unused.
    server.advance(10);
    assert.deepEqual(await statusesFrom(50, 32), Array(32).fill(200));
    assert.equal((await viewOf(server)).callers.length, 33);
  });

  it('shows its fields to scripts of other origins', async (t) => {
    const server = await serveFrozen(t);
    const origin: [string, string][] = [['Origin', 'http://a.test']];
    const cors = (response: WireResponse) =>
      response.fields.filter(([name]) => name.startsWith('Access-Control-'));
    const [allowed, credentials, usual] = cors(await server.get('/get', origin));
    const github = ['Limit', 'Remaining', 'Reset', 'Used', 'Resource'].map((name) => `X-RateLimit-${name}`);
    const shopify = 'X-Shopify-Shop-Api-Call-Limit';
    for (const [fields, accepted, rejected] of [
      ['github', github.join(', '), [...github, 'retry-after-ms'].join(', ')],
      ['shopify', shopify, `${shopify}, retry-after-ms`],
      ['none', undefined, 'retry-after-ms'],
    ] as const) {
      const path = `/limit/${fields}/kind=window/policy=p;q=1/fields=${fields}/retry=ms`;
      for (const [status, names] of [
        [200, accepted],
        [429, rejected],
      ] as const) {
        const response = await server.get(path, origin);
        const own = names === undefined ? [] : [['Access-Control-Expose-Headers', names]];
        assert.deepEqual([response.status, cors(response)], [status, [...own, allowed, credentials, usual]]);
        assert.equal(
          limitFieldsOf(response)
            .map(([name]) => name)
            .join(', '),
          names ?? '',
        );
      }
      assert.deepEqual(
        cors(await server.get(path)).map(([name]) => name),
        ['Access-Control-Allow-Origin', 'Access-Control-Allow-Credentials'],
      );
    }
  });

  it('sends the composed response to accepted requests', async (t) => {
    const server = await serveFrozen(t);
    const path = '/limit/k/policy=default;q=1;w=10/status=201/json={}/header=X-A:1';
    const accepted = await server.get(path);
    assert.deepEqual([accepted.status, accepted.text(), accepted.field('X-A')], [201, '{}', '1']);
    for (const [refuse, type] of [
      ['503', 'temporary-reduced-capacity'],
      ['403', 'quota-exceeded'],
    ] as const) {
      const rejected = await server.get(`${path}/refuse=${refuse}`);
      assert.equal(rejected.status, Number(refuse));
      assert.match(rejected.text(), new RegExp(`#${type}"`));
      assert.equal(rejected.field('X-A'), undefined);
    }
  });

  it('closes the connection after the responses to earlier requests', async (t) => {
    const server = await serve(t);
    const path = '/limit/k/policy=default;q=1;w=10/refuse=close';
    const get = `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
    const response = await transcript(server.port, [get + get + get]);
    assert.deepEqual([statuses(response), response.end], [[200], 'end']);
    const { attempts } = await viewOf(server);
    assert.deepEqual([attempts[1].status, attempts[1].accepted, attempts[1].fault], [null, false, 'close']);
    const secure = await serve(t, { tls: true });
    const session = connectHttp2(secure.url, { ca: readFileSync(secure.caPath ?? '', 'utf8') });
    t.after(() => session.destroy());
    const ask = () =>
      new Promise((resolve) =>
        session
          .request({ ':path': path })
          .on('response', (fields) => resolve(fields[':status']))
          .on('close', () => resolve('closed'))
          .on('error', () => {})
          .resume(),
      );
    assert.deepEqual([await ask(), await ask()], [200, 'closed']);
  });

  it('may have a fault in accepted responses, which is checked before the request is counted', async (t) => {
    const server = await serve(t);
    const path = '/limit/k/policy=default;q=1;w=10/body=hello';
    const rejected = await server.get(`${path}/fault=close@9`);
    assert.equal(rejected.status, 400);
    assert.equal((await server.get('/limit/k')).status, 404);
    const response = await transcript(server.port, [`GET ${path}/fault=close@3 HTTP/1.1\r\nHost: h\r\n\r\n`]);
    assert.match(response.text, /\r\nRateLimit: "default";r=0;t=10\r\n.*\r\n\r\nhel$/s);
  });

  it('rejects a body of a declared size before it is sent', async (t) => {
    const server = await serve(t);
    const head =
      'POST /limit/k/policy=default;q=5/cost=bytes/end HTTP/1.1\r\nHost: h\r\nConnection: close\r\n';
    const upload = (length: number) => `${head}Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    const over = await transcript(server.port, [upload(6)]);
    assert.deepEqual([statuses(over), over.end], [[429], 'end']);
    const within = await transcript(server.port, [upload(5), /100 Continue\r\n\r\n/, 'hello']);
    assert.deepEqual([statuses(within), within.end], [[100, 200], 'end']);
  });

  it('asks for a body of unknown size whose bytes it counts', async (t) => {
    const server = await serve(t);
    const path = '/limit/k/kind=window/policy=default;q=5;w=10/cost=bytes/end';
    const upload = [
      `POST ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '3\r\nabc\r\n0\r\n\r\n',
    ];
    const first = await transcript(server.port, upload);
    assert.deepEqual([statuses(first), first.end], [[100, 200], 'end']);
    const second = await transcript(server.port, upload);
    assert.deepEqual([statuses(second), second.end], [[100, 429], 'end']);
    assert.match(second.text, /"detail":"The quota of content-bytes is exhausted for 10 s\."/);
    const { attempts } = await viewOf(server);
    assert.deepEqual(
      attempts.map(({ units, accepted }: Record<string, unknown>) => [units, accepted]),
      [
        [3, true],
        [3, false],
      ],
    );
  });

  it('sends 429 instead of 100 (Continue)', async (t) => {
    const server = await serve(t);
    const upload = `POST ${TWO}/end HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n`;
    await statusesOf(server, TWO, 2);
    const response = await transcript(server.port, [upload]);
    assert.deepEqual([statuses(response), response.end], [[429], 'end']);
  });
});

describe('the header fields', () => {
  for (const [format, expected] of [
    ['draft-07', { 'RateLimit-Policy': '2;w=10', RateLimit: 'limit=2, remaining=1, reset=10' }],
    [
      'draft-06',
      {
        'RateLimit-Limit': '2',
        'RateLimit-Remaining': '1',
        'RateLimit-Reset': '10',
        'RateLimit-Policy': '2;w=10',
      },
    ],
    [
      'x',
      {
        'X-RateLimit-Limit': '2',
        'X-RateLimit-Remaining': '1',
        'X-RateLimit-Reset': String(START / 1000 + 10),
      },
    ],
    ['x-delta', { 'X-RateLimit-Limit': '2', 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': '10' }],
    [
      'github',
      {
        'X-RateLimit-Limit': '2',
        'X-RateLimit-Remaining': '1',
        'X-RateLimit-Reset': String(START / 1000 + 10),
        'X-RateLimit-Used': '1',
        'X-RateLimit-Resource': 'core',
      },
    ],
    [
      'gitlab',
      {
        'RateLimit-Limit': '2',
        'RateLimit-Remaining': '1',
        'RateLimit-Reset': String(START / 1000 + 10),
        'RateLimit-Observed': '1',
        'RateLimit-ResetTime': 'Thu, 01 Jan 2026 00:00:10 GMT',
        'RateLimit-Name': 'default',
      },
    ],
    [
      'twitter',
      {
        'x-rate-limit-limit': '2',
        'x-rate-limit-remaining': '1',
        'x-rate-limit-reset': String(START / 1000 + 10),
      },
    ],
    [
      'discord',
      {
        'X-RateLimit-Limit': '2',
        'X-RateLimit-Remaining': '1',
        'X-RateLimit-Reset': `${START / 1000 + 10}.000`,
        'X-RateLimit-Reset-After': '10.000',
        'X-RateLimit-Bucket': 'shared',
      },
    ],
    ['shopify', { 'X-Shopify-Shop-Api-Call-Limit': '1/2' }],
    [
      'openai',
      {
        'x-ratelimit-limit-requests': '2',
        'x-ratelimit-remaining-requests': '1',
        'x-ratelimit-reset-requests': '10s',
      },
    ],
    [
      'anthropic',
      {
        'anthropic-ratelimit-requests-limit': '2',
        'anthropic-ratelimit-requests-remaining': '1',
        'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:10Z',
      },
    ],
    ['none', {}],
  ] as const)
    it(`are those of ${format}`, async (t) => {
      const server = await serveFrozen(t);
      const response = await server.get(`${TWO}/fields=${format}`);
      assert.deepEqual(limitFieldsOf(response), Object.entries(expected));
    });

  it('may be of several formats without a common header', async (t) => {
    const server = await serveFrozen(t);
    const response = await server.get(`${TWO}/fields=draft/fields=x/fields=shopify`);
    assert.equal(limitFieldsOf(response).length, 6);
    for (const both of [
      'fields=draft/fields=draft-07',
      'fields=x/fields=x-delta',
      'fields=x/fields=x',
      'fields=draft-06/fields=gitlab',
    ])
      assert.match((await server.get(`${TWO}/${both}`)).text(), /two fields with the header/, both);
  });
});

describe('the time to come again', () => {
  for (const [form, expected] of [
    ['seconds', [['Retry-After', '10']]],
    ['date', [['Retry-After', 'Thu, 01 Jan 2026 00:00:10 GMT']]],
    ['ms', [['retry-after-ms', '9900']]],
    ['x-ms', [['x-ms-retry-after-ms', '9900']]],
    [
      'both-wrong',
      [
        ['Retry-After', 'Fri, 01 Jan 2027 00:00:10 GMT'],
        ['retry-after-ms', '1'],
      ],
    ],
    ['past', [['Retry-After', 'Wed, 31 Dec 2025 23:00:00 GMT']]],
    ['huge', [['Retry-After', '31536000']]],
    ['negative', [['Retry-After', '-10']]],
    ['text', [['Retry-After', 'soon']]],
    ['fraction', [['Retry-After', '1.5']]],
    ['none', []],
  ] as const)
    it(`is announced as ${form}`, async (t) => {
      const server = await serveFrozen(t);
      const path = `${TWO}/fields=none/retry=${form}`;
      await server.get(path);
      server.advance(0.1);
      await server.get(path);
      const rejected = await server.get(path);
      assert.equal(rejected.status, 429);
      assert.deepEqual(limitFieldsOf(rejected), expected);
    });

  it('may have several forms without a common header', async (t) => {
    const server = await serveFrozen(t);
    await statusesOf(server, TWO, 2);
    const rejected = await server.get(`${TWO}/retry=seconds/retry=ms/retry=x-ms`);
    assert.equal(rejected.fields.filter(([name]) => /retry-after/i.test(name)).length, 3);
    assert.match((await server.get(`${TWO}/retry=seconds/retry=date`)).text(), /two retry with the header/);
  });
});

describe('the read-back', () => {
  it('states units, refill and whether each attempt was too early, and does not change the limit', async (t) => {
    const server = await serveFrozen(t);
    await statusesOf(server, TWO, 3);
    server.advance(4);
    await server.get(TWO);
    const { attempts, summary, ...rest } = await viewOf(server);
    assert.deepEqual(rest, {
      key: 'k',
      kind: 'window',
      per: 'key',
      unit: 'requests',
      policies: [{ name: 'default', q: 2, w: 10 }],
      accepted: 2,
      rejected: 2,
      callers: [
        {
          pk: null,
          policies: [{ name: 'default', remaining: 0, refillAt: '2026-01-01T00:00:10.000Z' }],
          retryAt: '2026-01-01T00:00:10.000Z',
        },
      ],
    });
    const facts = (attempt: Record<string, unknown>) =>
      ['n', 'time', 'status', 'accepted', 'units', 'early', 'retryAfter'].map((name) => attempt[name]);
    assert.deepEqual(attempts.map(facts), [
      [1, '2026-01-01T00:00:00.000Z', 200, true, 1, false, null],
      [2, '2026-01-01T00:00:00.000Z', 200, true, 1, false, null],
      [3, '2026-01-01T00:00:00.000Z', 429, false, 1, false, 10],
      [4, '2026-01-01T00:00:04.000Z', 429, false, 1, true, 6],
    ]);
    assert.equal(summary.count, 4);
    server.advance(6);
    await server.get(TWO);
    const view = await viewOf(server);
    assert.deepEqual([view.attempts[4].early, view.attempts[4].accepted], [false, true]);
    assert.equal(view.accepted, 3);
  });

  it('judges by the announced time, and by the real one if no client can follow the form', async (t) => {
    const server = await serveFrozen(t);
    for (const [form, seconds, early] of [
      ['seconds', 10, false],
      ['huge', 10, true],
      ['text', 9, true],
      ['text', 10, false],
      ['past', 9, true],
    ] as const) {
      const path = `${TWO}/retry=${form}`;
      await statusesOf(server, path, 3);
      server.advance(seconds);
      await server.get(path);
      assert.equal((await viewOf(server)).attempts[3].early, early, `${form} after ${seconds} s`);
      assert.equal((await server.send({ method: 'DELETE', path: '/limit/k' })).status, 204);
    }
  });

  it('is deleted with the key', async (t) => {
    const server = await serveFrozen(t);
    await statusesOf(server, TWO, 3);
    assert.equal((await server.send({ method: 'DELETE', path: '/limit/k' })).status, 204);
    assert.equal((await server.get('/limit/k')).status, 404);
    assert.equal((await server.send({ method: 'DELETE', path: '/limit/k' })).status, 404);
    assert.equal((await server.get(TWO)).status, 200);
  });
});

describe('an invalid request', () => {
  it('gets 400, and is not counted', async (t) => {
    const server = await serveFrozen(t);
    for (const [path, message] of [
      ['policy=x', /policy: must be a name/],
      ['policy=a;q=0;w=1', /q from 1 to 10000/],
      ['policy=a;q=10001;w=1', /q from 1 to 10000/],
      ['policy=a;q=1;w=86401', /w from 1 to 86400/],
      ['policy=a;q=1;w=1/policy=a;q=2;w=2', /different names/],
      ['policy=a;q=1/policy=b;q=1/policy=c;q=1/policy=d;q=1/policy=e;q=1', /more than 4/],
      ['kind=other', /kind: must be one of/],
      ['cost=0', /cost: must be a number/],
      ['cost=1.5', /cost: must be a number/],
      ['policy=a;q=10000;w=1/cost=10001', /cost: must be a number from 1 to 10000/],
      ['policy=a;q=2;w=1/cost=3', /exceeds the quota of 2/],
      ['kind=concurrent/cost=bytes', /cost: cannot be bytes/],
      ['per=cookie', /per: must be/],
      ['per=header:', /per: must be/],
      ['refuse=200', /refuse: must be one of/],
      ['retry=later', /retry/],
      ['fields=y', /fields/],
      ['polcy=a;q=1', /did you mean policy/],
      ['status=99', /status: must be/],
      ['delay=11', /the maximum is 10 s/],
    ] as const) {
      const response = await server.get(`/limit/k/${path}`);
      assert.equal(response.status, 400, path);
      assert.match(response.text(), message, path);
    }
    assert.equal((await server.get('/limit/k')).status, 404);
    assert.equal((await server.get('/limit/a%20b/end')).status, 400);
  });

  it('with another definition of the key gets 409', async (t) => {
    const server = await serveFrozen(t);
    await server.get(TWO);
    for (const other of [
      'kind=sliding/policy=default;q=2;w=10',
      'policy=default;q=2;w=10',
      `${TWO.slice(9)}/per=address`,
    ])
      assert.equal((await server.get(`/limit/k/${other}`)).status, 409, other);
    assert.equal((await server.get(`${TWO}/cost=1/fields=x/body=y`)).status, 200);
    assert.equal((await viewOf(server)).attempts.length, 2);
  });
});
