import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/compose/builder.js is the script whose digest the page has', async (t) => {
  const server = await serve(t);
  const script = await server.get('/compose/builder.js');
  assert.equal(script.status, 200);
  assert.deepEqual(
    ['Content-Type', 'Cache-Control', 'X-Content-Type-Options'].map((name) => script.field(name)),
    ['text/javascript; charset=utf-8', 'no-cache', 'nosniff'],
  );
  const digest = `sha256-${hash('sha256', script.body, 'base64')}`;
  const page = await server.get('/compose/builder');
  assert.ok(page.text().includes(`<script src="/compose/builder.js" integrity="${digest}"></script>`));
  assert.ok(page.field('Content-Security-Policy')?.includes(`'${digest}'`));
});
