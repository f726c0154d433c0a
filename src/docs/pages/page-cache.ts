import type { RenderedPage } from '../../http/pages/page.ts';

/** Rendered pages. They depend on the address that they were asked under, which is the client's choice: hence a bound. */
export interface PageCache {
  get(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage>;
}

export function createPageCache(most: number): PageCache {
  const kept = new Map<string, Promise<RenderedPage>>();
  return {
    get(key, render) {
      const known = kept.get(key);
      if (known) return known;
      const rendered = render();
      kept.set(key, rendered);
      rendered.catch(() => kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return rendered;
    },
  };
}
