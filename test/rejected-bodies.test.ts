import assert from 'node:assert/strict';
import { CONFIGURATIONS } from './support/servers/configurations.ts';
import { inConfigurations } from './support/servers/in-configurations.ts';
import { REJECTED_AT, REJECTED_BODIES } from './support/servers/rejected-bodies.ts';
import {
  assertAnswered,
  assertEndpointsAnswer,
  assertReleased,
  bodiesWrongAtOnce,
  buildRequest,
  casesOf,
  forEach,
  rejectedBodyOptions,
  signIn,
} from './support/servers/rejected-body-cases.ts';
import { type Steps, statuses } from './support/wire/transcript.ts';

const GET = 'GET /get HTTP/1.1\r\nHost: localhost\r\n\r\n';
const SLOW = 'GET /delay/0.1 HTTP/1.1\r\nHost: localhost\r\n\r\n';

inConfigurations({ options: rejectedBodyOptions }, (it, configuration) => {
  // The time of the tests allows all pairs of endpoint and body in one configuration only. All endpoints in the others are
  // in `rejected-bodies-everywhere.test.ts`.
  const isFirst = configuration === CONFIGURATIONS[0];

  it(`${isFirst ? 'every endpoint' : 'an endpoint of each kind'} answers a body that the parser rejects, and is released`, (server) =>
    isFirst
      ? assertEndpointsAnswer(server, 'all', () => Object.values(REJECTED_AT))
      : assertEndpointsAnswer(server, 'one of each kind', bodiesWrongAtOnce));

  it('every body that the parser rejects gets 400, or 413 for its length', async (server) => {
    const user = await signIn(server);
    const more = isFirst ? ['/upload', '/login', '/_sparring/rules'] : [];
    const cases = casesOf('/post', '/api/v3/authorizations', ...more);
    const requests = cases.flatMap((each) => REJECTED_BODIES.map((body) => ({ each, body })));
    await forEach(requests, ({ each, body }) => {
      const { head, content } = buildRequest(each, body, user);
      return assertAnswered(server, each.path, [head + content], [body.status]);
    });
    await assertReleased(server);
  });

  it('such a body gets 400 in any packets, behind any request, and if the client half-closes', async (server) => {
    const user = await signIn(server);
    const [post] = casesOf('/post');
    assert.ok(post);
    const asHttp10 = { ...post, line: post.line.replace('1.1', '1.0') };
    await forEach(Object.values(REJECTED_AT), async (body) => {
      const { head, content } = buildRequest(post, body, user);
      const closing = buildRequest(post, body, user, 'Connection: close\r\n');
      const expecting = buildRequest(post, body, user, 'Expect: 100-continue\r\n');
      const old = buildRequest(asHttp10, body, user);
      const expect = (steps: Steps, statuses: readonly number[] | 'any') =>
        assertAnswered(server, post.path, steps, statuses);
      const halfClosed = await server.transcript([head + content, 'end'], { path: post.path });
      const isUnserved = server.configuration.delaysResponses && halfClosed.text === '';
      assert.deepEqual([statuses(halfClosed), halfClosed.end], [isUnserved ? [] : [400], 'end']);
      await expect([closing.head + closing.content], [400]);
      await expect([old.head + old.content], [400]);
      // Content before the error can be read before the error is known, which takes 100 (Continue).
      const isRead = body === REJECTED_AT.later;
      await expect([expecting.head + expecting.content], isRead ? 'any' : [400]);
      await expect([GET + head + content + GET], [200, 400]);
      await expect([SLOW + head + content + GET], [200, 400]);
      // The response to the first request shows that the server has parsed the head behind it.
      await expect([GET + head, /\}\s*$/, content], [200, 400]);
      if (!body.isWrongHead) await expect([expecting.head, /100 Continue/, content], [100, 400]);
    });
    await assertReleased(server);
  });

  it('a response that waits for the end of the request ends with such a body', async (server) => {
    const user = await signIn(server);
    for (const path of [
      '/compose?status=503',
      '/compose?status=413&delay=0.05',
      '/compose?fault=reset@request:10',
    ])
      for (const body of [REJECTED_AT.content, REJECTED_AT.later]) {
        const { head, content } = buildRequest(
          { path, line: `POST ${path} HTTP/1.1\r\n`, fields: [] },
          body,
          user,
        );
        const response = await server.transcript([head + content]);
        assert.equal(response.end, path.includes('fault') ? 'reset' : 'end', path);
        if (!path.includes('fault')) assert.deepEqual(statuses(response), [Number(/\d{3}/.exec(path))], path);
      }
    await assertReleased(server);
  });
});
