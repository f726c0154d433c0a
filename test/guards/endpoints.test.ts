import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sourceFile } from '../../src/docs/openapi/operation.ts';
import { exampleServer } from '../support/example-server.ts';

const root = path.join(import.meta.dirname, '../..');

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
      assert.ok(Object.values(exported).includes(endpoint));
    });
  }

  it('are all listed: a file in endpoints/ holds nothing that is not served', async () => {
    const served = new Set<unknown>(endpoints.map(({ endpoint }) => endpoint));
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
        assert.ok(served.has(endpoint), `${file} holds an endpoint that is not listed`);
    }
  });

  it('have an example, a tag and a summary that is a sentence', () => {
    for (const { endpoint } of endpoints) {
      assert.ok(endpoint.examples.length > 0, `${endpoint.path} has no example`);
      assert.ok(endpoint.tag, `${endpoint.path} has no tag`);
      assert.match(endpoint.summary, /^[A-Z].*\.$/, endpoint.path);
    }
  });

  it('declare a schema for each parameter of their path, and for no other', () => {
    for (const { endpoint } of endpoints) {
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name);
      assert.deepEqual(Object.keys(endpoint.params ?? {}).sort(), inPath.sort(), endpoint.path);
    }
  });
});
