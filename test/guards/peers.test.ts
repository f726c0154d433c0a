import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { routesNotServed } from '../../tools/reference/routes-not-served.ts';
import { exampleServer } from '../support/servers/example-server.ts';

const SENTENCE = /^(?:[A-Z`]|go-httpbin).*\.$/;

describe('the comparison with other servers', async () => {
  const { services } = await exampleServer();
  const endpoints = services.flatMap((service) => service.endpoints);

  it('covers every endpoint of the testing service', () => {
    const testing = services.find(({ name }) => name === 'testing');
    assert.ok(testing);
    for (const { path, compare = {} } of testing.endpoints)
      assert.ok(
        Object.keys(compare).length > 0,
        `${path} has no member compare: name its peers, or declare it new`,
      );
  });

  it('marks an endpoint as new only when no peer has one', () => {
    for (const { path, compare } of endpoints)
      if (compare?.new !== undefined) assert.deepEqual(Object.keys(compare), ['new'], path);
  });

  it('gives a sentence as reason', () => {
    for (const { path, compare = {} } of endpoints)
      for (const [name, value] of Object.entries(compare))
        assert.match(name === 'new' ? String(value) : value[1], SENTENCE, path);
    for (const { route, reason } of routesNotServed) assert.match(reason, SENTENCE, route);
  });

  it('names each route that is not served once, with at least one peer', () => {
    const routes = routesNotServed.map(({ route }) => route);
    assert.equal(new Set(routes).size, routes.length);
    for (const { route, peers } of routesNotServed) {
      assert.ok(peers.length > 0, route);
      assert.equal(new Set(peers).size, peers.length, route);
    }
  });

  it('names no route as not served that an endpoint has', () => {
    const served = new Set(endpoints.map(({ path }) => path));
    const compared = new Set(
      endpoints.flatMap(({ compare = {} }) => Object.values(compare).map(([, , route]) => route)),
    );
    const wrong = routesNotServed.filter(({ route }) => served.has(route) || compared.has(route));
    assert.deepEqual(wrong, []);
  });
});
