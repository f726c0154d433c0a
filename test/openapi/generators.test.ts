import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../support/commands/command.ts';
import { documents, root, run, runTool } from './tools.ts';

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  skipLibCheck: false,
  types: [],
};

it('clients that openapi-typescript, @hey-api/openapi-ts and orval generate compile strictly', async (t) => {
  const folder = await temporaryFolder(t);
  const compilerOptions = COMPILER_OPTIONS;
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const absolute = documents.map((document) => path.join(root, document));
  const outcome = await runTool(t, 'generate.mjs', [folder, ...absolute], folder);
  if (!outcome) return;
  assert.equal(outcome.code, 0, outcome.output);
  for (const generator of ['openapi-typescript', 'hey-api', 'orval'])
    assert.equal((await readdir(path.join(folder, generator))).length, documents.length, generator);
  const compiled = await run([path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], folder);
  assert.equal(compiled.code, 0, compiled.output.slice(0, 5000));
});
