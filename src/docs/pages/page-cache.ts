import type { RenderedPage } from '../../http/pages/document.ts';

/** A bounded cache of rendered pages. Clients choose the keys, which contain the `Host` of the request. */
export interface PageCache {
  get(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage>;
}

export function createPageCache(maxPages: number): PageCache {
  const pages = new Map<string, Promise<RenderedPage>>();
  return {
    get(key, render) {
      const known = pages.get(key);
      if (known) return known;
      const rendered = render();
      pages.set(key, rendered);
      rendered.catch(() => pages.delete(key));
      const [oldest] = pages.keys();
      if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest);
      return rendered;
    },
  };
}
