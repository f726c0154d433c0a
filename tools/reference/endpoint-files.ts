import { sourceFile } from '#docs/openapi/operation.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';

/** The test file of an endpoint: `x.test.ts` beside `x.ts`. */
export function testFile(service: Service, endpoint: Endpoint): string {
  return sourceFile(service, endpoint).replace(/\.ts$/, '.test.ts');
}

/** A Markdown link from a page of `docs/reference` to a file of the repository. */
export function fileLink(text: string, file: string): string {
  return `[${text}](../../${file})`;
}
