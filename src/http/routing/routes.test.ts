import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { anything, endpoint, toyService } from '#test/support/servers/toy.ts';
import { createBodyBudget } from '../transport/body-budget.ts';
import type { Endpoint } from './endpoint.ts';
import { createRoutes } from './routes.ts';
import type { Service } from './service.ts';
import { createUnrecordedPaths, isUnder, pathPrefixes } from './unrecorded-paths.ts';

const at = (path: string, members: Partial<Endpoint> = {}): Endpoint => ({
  ...endpoint({ ...anything, path: '/', handle() {} }),
  path,
  ...members,
});

const options = { maxBodySize: 1000, bodyBudget: createBodyBudget(1000) };
const route = (services: readonly Service[], bin?: string) => createRoutes(services, options, bin);

const root = toyService(
  [
    at('/get', { otherPaths: ['/get.html'], methods: ['GET', 'POST'] }),
    at('/n/{n}', { params: { n: Type.Integer() } }),
    at('/text/{text}'),
    at('/any/{rest+}', { methods: ['*', 'PUT'] }),
    at('/page', { redirectsSlash: true }),
    at('/a:b'),
  ],
  { name: 'root', isRecorded: true, mergedSlashes() {}, pages: [{ title: 'R', path: '/', position: 2 }] },
);
const control = toyService([at('/control'), at('/control/state/{id}')], {
  name: 'control',
  prefix: '/control',
  redirectsSlash: true,
  isOutsideBins: true,
  pages: [{ title: 'C', path: '/control', position: 1 }],
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
    ...(found.target.bin !== undefined && { bin: found.target.bin }),
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

  it('is behind the prefix of a bin, for services that are recorded', () => {
    const inBin = { base: '/bin/a', path: '/get' };
    for (const [target, expected] of [
      ['/bin/a/get?b', { ...GET, ...inBin }],
      ['/bin/a/unknown', { ...unknown, base: '/bin/a', path: '/unknown' }],
      ['/bin/a', { ...unknown, base: '/bin/a', path: '/' }],
      ['/bin/a/', { ...unknown, base: '/bin/a', path: '/' }],
      ['/bin/a/docs', { service: 'root', owner: 'docs', base: '/bin/a', path: '/docs' }],
      ['/bin/a/api/v3/user', { service: 'root', owner: 'api', base: '/bin/a', path: '/api/v3/user' }],
      ['/bin/a/control', { service: 'root', owner: 'control' }],
      ['/bin/a/bin/b/control', { service: 'root', owner: 'control' }],
      ['/bin/a b/get', unknown],
      ['/bin', unknown],
      ['/binary/a/get', unknown],
    ] as const)
      assert.deepEqual(find(target), expected, target);
  });

  it('is in the bin of its port, whose paths have no prefix', () => {
    const routes = route(services, 'p');
    assert.deepEqual(find('/get', 'h', routes), { ...GET, bin: 'p' });
    assert.deepEqual(find('/bin/a/get', 'h', routes), { ...unknown, bin: 'p' });
  });

  it('is of one service alone at the hosts of bins', () => {
    const hosted = route([{ ...root, binHosts: 'also' }, docs, control, api]);
    for (const [target, host, expected] of [
      ['/get', 'a.bin.localhost:1', GET],
      ['/docs', 'a.bin.localhost', { service: 'root', owner: 'docs' }],
      ['/api/v3/user', 'BIN.localhost', { service: 'root', owner: 'api' }],
      ['/bin/a/get', 'bin.localhost', { ...GET, base: '/bin/a', path: '/get' }],
      ['http://a.bin.localhost/docs', 'localhost', { service: 'root', owner: 'docs' }],
      ['http://localhost/docs', 'a.bin.localhost', find('/docs')],
      ['/docs', undefined, find('/docs')],
    ] as const)
      assert.deepEqual(find(target, host, hosted), expected, `${host} ${target}`);
    const titles = (host: string, routes = hosted) => routes.pagesAt(host).map(({ title }) => title);
    assert.deepEqual([titles('localhost'), titles('a.bin.localhost')], [['C', 'R'], ['R']]);
    assert.deepEqual(titles('a.bin.localhost', route(services)), ['C', 'R']);
    assert.deepEqual(find('/docs', 'a.bin.localhost'), find('/docs'));

    const only = route([root, { ...docs, endpoints: [], binHosts: 'only' }]);
    assert.deepEqual(find('/get', 'a.bin.localhost', only), { service: 'docs' });
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
  const { prefixes, serviceOf } = createUnrecordedPaths(services);

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
      ['/bin/a/control', 'control'],
      ['/bin/a b/control', 'control'],
      ['/bin/a/bin/b/control', 'control'],
      ['/bin//control', 'control'],
      ['/x/../bin/a/control', 'control'],
      ['/bin/../control', 'control'],
      ['/bin/a/../control', 'control'],
      ['/../../other', 'api'],
      ['/get', undefined],
      ['/controls', undefined],
      ['/x/control', undefined],
      ['/control/../get', undefined],
      ['/bin/a/get', undefined],
      ['/x/bin/a/control', undefined],
      ['/', undefined],
    ] as const)
      assert.equal(serviceOf(path)?.name, name, path);
  });
});
