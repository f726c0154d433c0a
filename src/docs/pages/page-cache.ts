import { BoundedMap } from '../../http/bounded-map.ts';
import type { RenderedPage } from '../../http/pages/document.ts';

/** A cache of rendered pages. The key includes the origin, which the client chooses, so the cache is bounded. */
export interface PageCache {
  get(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage>;
}

export function createPageCache(capacity: number): PageCache {
  const pages = new BoundedMap<string, Promise<RenderedPage>>({ capacity });
  return {
    get(key, render) {
      const cached = pages.get(key);
      if (cached) return cached;
      const rendered = render();
      pages.set(key, rendered);
      rendered.catch(() => pages.delete(key));
      return rendered;
    },
  };
}
