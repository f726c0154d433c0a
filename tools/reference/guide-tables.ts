import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatDirectives } from '#docs/openapi/directive-table.ts';
import type { Service } from '#http/routing/service.ts';

/** The guides with the directives of an endpoint, which is named between their comments. */
const GUIDES = ['docs/guide/labs/sequences.md', 'docs/guide/labs/rate-limits.md'];

const TABLE = /(<!-- directives of (\S+): begin \(npm run docs\) -->\n)[\s\S]*?(\n<!-- directives: end -->)/g;

/** The guides, in which the tables of directives are those of the reference. @throws Error for a guide without a table */
export async function guideTables(services: readonly Service[]): Promise<[string, string][]> {
  const endpoints = services.flatMap((service) => service.endpoints);
  return Promise.all(
    GUIDES.map(async (guide): Promise<[string, string]> => {
      const text = await readFile(path.join(import.meta.dirname, '../..', guide), 'utf8');
      if (text.search(TABLE) < 0) throw new Error(`${guide} has no table of directives`);
      const current = text.replaceAll(TABLE, (_, begin: string, template: string, end: string) => {
        const directives = endpoints.find((endpoint) => endpoint.path === template)?.directives;
        if (!directives) throw new Error(`${guide}: ${template} has no directives`);
        return `${begin}\n${formatDirectives(directives)}\n${end}`;
      });
      return [guide, current];
    }),
  );
}
