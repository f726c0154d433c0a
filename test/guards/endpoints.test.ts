import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { operations } from '#control/operations/index.ts';
import { sourceFile } from '#docs/openapi/operation.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import { testFile } from '../../tools/reference/endpoint-files.ts';
import { exampleServer } from '../support/servers/example-server.ts';

/** The tests of the pages are named after flows, not after endpoints. */
const TESTED_BY_FLOW: readonly string[] = ['accounts'];

const root = path.join(import.meta.dirname, '../..');

/** Whether a value declares an endpoint: a lab declares all of its endpoints in one object, an operation its route. */
function declares(value: unknown, endpoint: Endpoint): boolean {
  const operation = operations.find((each) => each === value);
  if (operation) return operation.http.route === `${endpoint.methods[0]} ${endpoint.path}`;
  return typeof value === 'object' && value && 'endpoints' in value && Array.isArray(value.endpoints)
    ? value.endpoints.includes(endpoint)
    : value === endpoint;
}

describe('the declared endpoints', async () => {
  const { services } = await exampleServer();
  const endpoints = services.flatMap((service) =>
    service.endpoints.map((endpoint) => ({ service, endpoint })),
  );

  for (const { service, endpoint } of endpoints) {
    it(`${service.name}: ${endpoint.path} is exported by ${sourceFile(service, endpoint)}`, async () => {
      const file = path.join(root, sourceFile(service, endpoint));
      assert.ok(existsSync(file), 'there is no such file');
      const exported: object = await import(pathToFileURL(file).href);
      assert.ok(Object.values(exported).some((value) => declares(value, endpoint)));
    });
  }

  for (const { service, endpoint } of endpoints.filter(
    ({ service }) => !TESTED_BY_FLOW.includes(service.name),
  )) {
    const name = testFile(service, endpoint);
    it(`${service.name}: ${endpoint.methods.join(', ')} ${endpoint.path} is called by ${name}`, () => {
      const file = path.join(root, name);
      assert.ok(existsSync(file), `${name} does not exist`);
      const source = readFileSync(file, 'utf8');
      assert.match(source, pathPattern(endpoint), `${name} does not contain the path`);
      for (const method of service.name === 'testing' ? [] : endpoint.methods)
        assert.ok(mentions(source, method), `${name} does not contain the method ${method}`);
    });
  }

  it('are all listed: an index has every endpoint of a file in endpoints/, and every operation', async () => {
    const listed = new Set<unknown>(operations);
    const served = new Set<unknown>(endpoints.map(({ endpoint }) => endpoint));
    const operationFiles = globSync('src/control/operations/**/*.ts', { cwd: root });
    for (const file of operationFiles.filter((file) => !file.endsWith('.test.ts'))) {
      const exported: object = await import(pathToFileURL(path.join(root, file)).href);
      for (const value of Object.values(exported))
        if (typeof value === 'object' && value && 'run' in value)
          assert.ok(
            listed.has(value),
            `${file} declares an operation that is not in src/control/operations/index.ts`,
          );
    }
    const files = globSync('src/**/endpoints/*.ts', { cwd: root }).filter(
      (file) => !/(index|\.test)\.ts$/.test(file),
    );
    for (const file of files) {
      const exported: object = await import(pathToFileURL(path.join(root, file)).href);
      const declared = Object.values(exported).filter(
        (value) => typeof value === 'object' && value && 'handle' in value,
      );
      assert.ok(declared.length > 0, `${file} declares no endpoint`);
      for (const endpoint of declared)
        assert.ok(served.has(endpoint), `${file} declares an endpoint that is not in index.ts`);
    }
  });

  it('have an example, a tag and a summary that is a sentence', () => {
    for (const { endpoint } of endpoints) {
      assert.ok(endpoint.examples.length > 0, `${endpoint.path} has no example`);
      assert.ok(endpoint.tag, `${endpoint.path} has no tag`);
      assert.match(endpoint.summary, /^[A-Z].*\.$/, endpoint.path);
    }
  });

  it('give each example a title of its own where a page has several', () => {
    for (const { endpoint } of endpoints.filter(({ endpoint }) => endpoint.examples.length > 1)) {
      const titles = endpoint.examples.map(({ title }) => title);
      assert.ok(!titles.includes(undefined), `${endpoint.path} has an example without a title`);
      assert.equal(new Set(titles).size, titles.length, `${endpoint.path} has two examples of one title`);
    }
  });

  it('declare a schema for each parameter of their path, and for no other', () => {
    for (const { endpoint } of endpoints) {
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(endpoint.params ?? {}).sort(), inPath.sort(), endpoint.path);
    }
  });
});

/**
 * The path as a test writes it in a string or a request line: up to its first parameter, or complete. A test of the
 * other services may take the beginning from a helper, so the last fixed segment is enough.
 */
function pathPattern({ path: template }: Endpoint): RegExp {
  if (template.startsWith('/api/v3')) {
    const last = template
      .replace('/api/v3', '')
      .split('/')
      .findLast((segment) => /^\w/.test(segment));
    return last === undefined ? /'\/?'/ : new RegExp(`/${last}\\b`);
  }
  const [fixed = '', ...rest] = template.split('{');
  const escaped = fixed.replace(/[.]/g, '\\.').replace(/^\/_sparring(?=\/)/, '(?:/_sparring)?');
  return new RegExp(`['"\` ]${escaped}${rest.length > 0 ? '' : '(?![\\w/-])'}`);
}

/** GET is the method of most helpers. */
function mentions(source: string, method: string): boolean {
  return method === 'GET' || source.includes(`'${method}'`);
}
