import { createRepresentation, type Representation } from '#http/message/representation.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { RenderedPage } from '#pages/document.ts';

/** A cache of rendered pages, and of their codings. The key includes the origin, which the client chooses, so the cache is bounded. */
export interface PageCache {
  get(key: string, render: () => Promise<RenderedPage>): Promise<Representation>;
}

export function createPageCache(capacity: number): PageCache {
  const pages = new BoundedMap<string, Promise<Representation>>({ capacity });
  return {
    get(key, render) {
      const cached = pages.get(key);
      if (cached) return cached;
      const rendered = render().then(({ fields, content }) => createRepresentation(fields, content));
      pages.set(key, rendered);
      rendered.catch(() => pages.delete(key));
      return rendered;
    },
  };
}
