import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { ServicePaths } from '#http/routing/unrecorded-paths.ts';
import type { TextCondition } from '#journal/matching/text-condition.ts';
import { serviceAt } from './path-owner.ts';

const endpoint = (path: string): Endpoint => ({
  path,
  methods: ['GET'],
  tag: '',
  summary: '',
  responses: {},
  examples: [],
  handle() {},
});

const service = (name: string, prefix: string, ...paths: string[]): ServicePaths => ({
  name,
  prefix,
  endpoints: paths.map(endpoint),
});

it('the service of a path is that of its literal beginning', () => {
  const services = [
    service('testing', '', '/get', '/{name}'),
    service('docs', '/docs', '/docs'),
    service('accounts', '', '/', '/login', '/settings/{page}'),
    service('api', '/api/v3', '/api/v3/authorizations'),
    service('control', '/_sparring', '/_sparring/labs'),
  ];
  for (const [condition, name] of [
    ['/api/v3', 'api'],
    ['/api/v3/{a}/b', 'api'],
    ['//api//v3/', 'api'],
    ['/api/v33', undefined],
    ['/api', undefined],
    ['/login', 'accounts'],
    ['/settings/x', 'accounts'],
    ['/', undefined],
    ['/get', undefined],
    ['/docs', undefined],
    ['/{a}', undefined],
    ['/{a}/_sparring', undefined],
    ['/{a}/api/v3', undefined],
    [{ is: '/_sparring/rules' }, 'control'],
    [{ is: '/_sparring*' }, undefined],
    [{ is: '/api/v3/*', like: '/login' }, 'api'],
    [{ like: '/_sparring/r*s/x' }, 'control'],
    [{ like: '/_sparring' }, 'control'],
    [{ like: '/api/*/v3' }, undefined],
    [{ like: '*/_sparring' }, undefined],
    [{ has: '/_sparring' }, undefined],
    [{}, undefined],
  ] as const satisfies readonly (readonly [TextCondition, string | undefined])[])
    assert.equal(serviceAt(condition, services)?.name, name, JSON.stringify(condition));
});
