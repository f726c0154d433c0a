import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { anything, endpoint, TOY_SCOPES, toyService } from '#test/support/servers/toy.ts';
import { createBodyBudget } from '../message/body/body-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { createRoutes } from './routes.ts';
import type { Scopes } from './scopes.ts';
import type { Service } from './service.ts';
import { createUnrecordedPaths, isUnder, pathPrefixes } from './unrecorded-paths.ts';

const at = (path: string, members: Partial<Endpoint> = {}): Endpoint => ({
  ...endpoint({ ...anything, path: '/', handle() {} }),
  path,
  ...members,
});

const options = { maxBodySize: 1000, bodyBudget: createBodyBudget(1000) };
const route = (services: readonly Service[], scopes: Partial<Scopes> = {}) =>
  createRoutes(services, options, { ...TOY_SCOPES, ...scopes });

const root = toyService(
  [
    at('/get', { otherPaths: ['/get.html'], methods: ['GET', 'POST'] }),
    at('/n/{n}', { params: { n: Type.Integer() } }),
    at('/text/{text}'),
    at('/any/{rest+}', { methods: ['*', 'PUT'] }),
    at('/page', { redirectsSlash: true }),
    at('/a:b'),
  ],
  { name: 'root', isRecorded: true, fallback: { mergedSlashes() {} } },
);
const control = toyService([at('/control'), at('/control/state/{id}')], {
  name: 'control',
  prefix: '/control',
  redirectsSlash: true,
  inScopes: 'outside',
});
const api = toyService([at('/api/v3/user', { methods: ['DELETE'] })], {
  name: 'api',
  prefix: '/api/v3',
  otherPrefixes: ['/other'],
  pathDecoding: 'segment',
});
const docs = toyService([at('/docs/{page}'), at('/docs')], { name: 'docs' });
const services = [root, docs, control, api];

/** What a request target is found to be, as far as it differs from the unknown path of its service. */
function find(target: string, host?: string, routes = route(services)) {
  const found = routes.find(target, host);
  const { service, owner, template, allow, redirect } = found.route;
  return {
    service: service.name,
    ...(owner.name !== service.name && { owner: owner.name }),
    ...(template !== '' && { template }),
    ...(Object.keys(found.params).length > 0 && { params: { ...found.params } }),
    ...(allow !== undefined && { allow }),
    ...(redirect !== null && { isRedirected: true }),
    ...(found.target.base !== '' && { base: found.target.base, path: found.target.path }),
    ...(found.target.scope !== undefined && { scope: found.target.scope }),
  };
}

const GET = { service: 'root', template: '/get', allow: 'GET, HEAD, POST, OPTIONS' };
const unknown = { service: 'root' };

describe('the route of a request', () => {
  it('is that of its path', () => {
    for (const [target, expected] of [
      ['/get', GET],
      ['/get?a=/n/1', GET],
      ['http://h/get', GET],
      ['/get.html', GET],
      ['/%67et', GET],
      ['/n/7', { service: 'root', template: '/n/{n}', params: { n: '7' }, allow: 'GET, HEAD, OPTIONS' }],
      ['/n/x', unknown],
      ['/n/7x', unknown],
      [
        '/text/a%20b%C3%A9',
        { service: 'root', template: '/text/{text}', params: { text: 'a bé' }, allow: 'GET, HEAD, OPTIONS' },
      ],
      [
        '/text/a%2Fb',
        { service: 'root', template: '/text/{text}', params: { text: 'a/b' }, allow: 'GET, HEAD, OPTIONS' },
      ],
      [
        '/any/a/b/c/',
        { service: 'root', template: '/any/{rest+}', params: { rest: 'a/b/c/' }, allow: 'PUT, OPTIONS' },
      ],
      ['/any/', unknown],
      ['/any', unknown],
      ['/a:b', { service: 'root', template: '/a:b', allow: 'GET, HEAD, OPTIONS' }],
      ['/a#b', unknown],
      ['/', unknown],
      ['*', unknown],
      ['/GET', unknown],
      ['/get/', unknown],
    ] as const)
      assert.deepEqual(find(target), expected, target);
  });

  it('is that of the service with the longest prefix, also for an unknown path', () => {
    for (const [target, expected] of [
      ['/api/v3/user', { service: 'api', template: '/api/v3/user', allow: 'DELETE, OPTIONS' }],
      ['/api/v3', { service: 'api' }],
      ['/api/v3/x', { service: 'api' }],
      ['/other/x', { service: 'api' }],
      ['/api/v33', unknown],
      ['/api', unknown],
      ['/control/state/1/2', { service: 'control' }],
      ['/controls', unknown],
      [
        '/docs/a',
        { service: 'docs', template: '/docs/{page}', params: { page: 'a' }, allow: 'GET, HEAD, OPTIONS' },
      ],
      ['/docs/a/b', { service: 'root', owner: 'docs' }],
      ['/x/../docs/a/b', { service: 'root', owner: 'docs' }],
      ['/x/%2e%2e/api/v3/user', { service: 'root', owner: 'api' }],
      ['/./control', { service: 'root', owner: 'control' }],
      ['/x/../get', unknown],
    ] as const)
      assert.deepEqual(find(target), expected, target);
    const routes = route(services);
    assert.deepEqual(
      ['/api/v3/x', '/control', '/docs', '/get', '/x'].map((path) => routes.serviceOf(path).name),
      ['api', 'control', 'root', 'root', 'root'],
    );
  });

  it('is a redirect for repeated slashes, and for a slash at the end where it is declared', () => {
    const redirected = { service: 'root', isRedirected: true };
    const page = { service: 'root', allow: 'GET, HEAD, OPTIONS', isRedirected: true };
    const control = { service: 'control', allow: 'GET, HEAD, OPTIONS', isRedirected: true };
    for (const [target, expected] of [
      ['//get', redirected],
      ['/text//a', redirected],
      ['/any//a', redirected],
      [
        '/any/a//b',
        { service: 'root', template: '/any/{rest+}', params: { rest: 'a//b' }, allow: 'PUT, OPTIONS' },
      ],
      ['///n//7', redirected],
      ['//unknown', unknown],
      ['/text/', unknown],
      ['/page/', page],
      ['/%70age/', page],
      ['/page//', unknown],
      ['/control/', control],
      ['/control/state/a%20b/', { ...control, params: { id: 'a b' } }],
      ['/control//', { service: 'control' }],
      ['/control/x/', { service: 'control' }],
    ] as const)
      assert.deepEqual(find(target), expected, target);
  });

  it('is behind the prefix of a scope, for services that are recorded', () => {
    const inScope = { base: '/scope/a', path: '/get' };
    for (const [target, expected] of [
      ['/scope/a/get?b', { ...GET, ...inScope }],
      ['/scope/a/unknown', { ...unknown, base: '/scope/a', path: '/unknown' }],
      ['/scope/a', { ...unknown, base: '/scope/a', path: '/' }],
      ['/scope/a/', { ...unknown, base: '/scope/a', path: '/' }],
      ['/scope/a/docs', { service: 'root', owner: 'docs', base: '/scope/a', path: '/docs' }],
      ['/scope/a/api/v3/user', { service: 'root', owner: 'api', base: '/scope/a', path: '/api/v3/user' }],
      ['/scope/a/control', { service: 'root', owner: 'control' }],
      ['/scope/a/scope/b/control', { service: 'root', owner: 'control' }],
      ['/scope/a b/get', unknown],
      ['/scope', unknown],
      ['/scopes/a/get', unknown],
    ] as const)
      assert.deepEqual(find(target), expected, target);
  });

  it('is in the scope of its port, whose paths have no prefix', () => {
    const routes = route(services, { ofPort: 'p' });
    assert.deepEqual(find('/get', 'h', routes), { ...GET, scope: 'p' });
    assert.deepEqual(find('/scope/a/get', 'h', routes), { ...unknown, scope: 'p' });
  });

  it('is of one service alone at the hosts of scopes', () => {
    const hosted = route(services, { hostService: root });
    for (const [target, host, expected] of [
      ['/get', 'a.scope.localhost:1', GET],
      ['/docs', 'a.scope.localhost', { service: 'root', owner: 'docs' }],
      ['/api/v3/user', 'SCOPE.localhost', { service: 'root', owner: 'api' }],
      ['/scope/a/get', 'scope.localhost', { ...GET, base: '/scope/a', path: '/get' }],
      ['http://a.scope.localhost/docs', 'localhost', { service: 'root', owner: 'docs' }],
      ['http://localhost/docs', 'a.scope.localhost', find('/docs')],
      ['/docs', undefined, find('/docs')],
    ] as const)
      assert.deepEqual(find(target, host, hosted), expected, `${host} ${target}`);
    assert.deepEqual(hosted.servicesAt('localhost'), services);
    assert.deepEqual(hosted.servicesAt('a.scope.localhost'), [root]);
    assert.deepEqual(route(services).servicesAt('a.scope.localhost'), services);
    assert.deepEqual(find('/docs', 'a.scope.localhost'), find('/docs'));

    const only = route([root], { hostService: { ...docs, endpoints: [] } });
    assert.deepEqual(find('/get', 'a.scope.localhost', only), { service: 'docs' });
    assert.deepEqual(find('/docs', 'localhost', only), unknown);
  });
});

describe('the routes of a server', () => {
  it('have all methods of all paths', () => {
    assert.equal(route(services).allow, 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
  });

  it('need a service at the root, and each method of a path once', () => {
    assert.throws(() => route([api]), { message: 'No service is mounted at the root' });
    const twice = toyService([at('/x'), at('/x', { methods: ['POST', 'GET'] })]);
    assert.throws(() => route([twice]), { message: 'GET /x is declared twice' });
    const other = toyService([at('/get', { methods: ['PATCH'] })]);
    assert.equal(find('/get', undefined, route([root, other])).allow, 'GET, HEAD, POST, PATCH, OPTIONS');
  });
});

describe('the paths that are not recorded', () => {
  const { prefixes, serviceOf } = createUnrecordedPaths(services, TOY_SCOPES);

  it('are below the prefixes of services, or the first segments of their paths', () => {
    assert.deepEqual(prefixes, ['/docs', '/control', '/api/v3', '/other']);
    assert.deepEqual(pathPrefixes(root), ['/get', '/n', '/text', '/any', '/page', '/a:b']);
    for (const [path, prefix, isBelow] of [
      ['/a', '/a', true],
      ['/a/', '/a', true],
      ['/a/b', '/a', true],
      ['/ab', '/a', false],
      ['/b/a', '/a', false],
      ['/', '/a', false],
      ['/x', '', true],
    ] as const)
      assert.equal(isUnder(path, prefix), isBelow, `${path} ${prefix}`);
  });

  it('are found in each form that a client can mean', () => {
    for (const [path, name] of [
      ['/control', 'control'],
      ['/control/x', 'control'],
      ['//control', 'control'],
      ['/./control', 'control'],
      ['/x/../control', 'control'],
      ['/x/./../control/', 'control'],
      ['/%63ontrol', 'control'],
      ['/x%2F..%2Fcontrol', 'control'],
      ['/scope/a/control', 'control'],
      ['/scope/a b/control', 'control'],
      ['/scope/a/scope/b/control', 'control'],
      ['/scope//control', 'control'],
      ['/x/../scope/a/control', 'control'],
      ['/scope/../control', 'control'],
      ['/scope/a/../control', 'control'],
      ['/../../other', 'api'],
      ['/get', undefined],
      ['/controls', undefined],
      ['/x/control', undefined],
      ['/control/../get', undefined],
      ['/scope/a/get', undefined],
      ['/x/scope/a/control', undefined],
      ['/', undefined],
    ] as const)
      assert.equal(serviceOf(path)?.name, name, path);
  });
});
