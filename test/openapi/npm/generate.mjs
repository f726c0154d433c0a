// Generates clients of OpenAPI documents: node generate.mjs FOLDER DOCUMENT...
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTs, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

const [folder, ...documents] = process.argv.slice(2);
for (const document of documents) {
  const name = path.basename(document, '.openapi.json');
  const output = (generator) => path.join(folder, generator, name);

  await mkdir(path.join(folder, 'openapi-typescript'), { recursive: true });
  const types = astToString(await openapiTs(pathToFileURL(document), { silent: true }));
  await writeFile(`${output('openapi-typescript')}.ts`, types);

  await createClient({
    input: document,
    output: output('hey-api'),
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });

  await generate({
    input: { target: document },
    output: {
      target: path.join(output('orval'), 'client.ts'),
      schemas: path.join(output('orval'), 'model'),
      client: 'fetch',
      mode: 'split',
    },
  });
}
