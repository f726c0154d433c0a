import { isDescribed } from '#http/message/response.ts';
import type { Service } from '#http/routing/service.ts';
import { pathPrefixes } from '#http/routing/unrecorded-paths.ts';
import { navigationOf } from '#pages/navigation.ts';

/** Documents of httpbin, which are no pages of this server. */
const CONTENT: readonly string[] = [
  '/html',
  '/encoding/utf8',
  '/forms/post',
  '/base64/{value}',
  '/links/{n}/{offset}',
];

export interface DeclaredPage {
  /** The template of the path. */
  readonly template: string;
  readonly path: string;
}

/**
 * Every page of a server: the examples of the endpoints that declare one, and a path of each service with pages that nothing
 * is at. A new page is among them without being named.
 */
export function declaredPages(services: readonly Service[]): readonly DeclaredPage[] {
  const pages = services.flatMap((service) =>
    service.endpoints.flatMap(({ path: template, methods, responses, examples }) => {
      const page = responses[200];
      if (!methods.includes('GET') || CONTENT.includes(template)) return [];
      if (page === undefined || !isDescribed(page) || !('text/html' in page.content)) return [];
      return examples.map(({ path }) => ({ template, path }));
    }),
  );
  const errors = services
    .filter((service) => navigationOf(service) !== undefined)
    .map((service) => ({ template: '', path: `${pathPrefixes(service)[0]}/nowhere` }))
    .concat({ template: '', path: '/redirect-to' });
  return [...new Map([...pages, ...errors].map((page) => [page.path, page])).values()];
}
