import type { Exchange } from '#http/message/exchange.ts';
import { emptyResponse, TextContent } from '#http/message/response.ts';
import type { Service } from '#http/routing/service.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { type BrowserScript, loadBrowserScript } from '#pages/browser-script.ts';
import { negotiateErrorPage } from '#pages/error-page.ts';
import { Navigation, type PageLink } from '#pages/navigation.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { findClosePaths } from './catalogue/close-paths.ts';
import type { DocsContext, DocsSearch } from './context/context.ts';
import { createPageCache } from './context/page-cache.ts';
import { endpoints } from './endpoints/index.ts';
import type { Guide } from './guides/guide.ts';
import { loadGuides } from './guides/load-guides.ts';
import { createSearch } from './search/search.ts';
import { buildSearchEntries } from './search/search-entries.ts';

const ANY_ORIGIN: Fields = [['Access-Control-Allow-Origin', '*']];

/** The documentation of the given services: pages and OpenAPI documents. */
export function createDocsService(
  options: Pick<DocsContext, 'services' | 'version' | 'toOrigin' | 'latestBins' | 'hasJournal'>,
): Service {
  const described = [...options.services];
  let script: Promise<BrowserScript> | undefined;
  let guides: Promise<readonly Guide[]> | undefined;
  // Errors are rendered synchronously.
  let loadedGuides: readonly Guide[] = [];
  let search: Promise<DocsSearch> | undefined;
  const catalogue = createCatalogue(options.services);
  const context: DocsContext = {
    ...options,
    catalogue,
    described,
    pages: createPageCache(MAX_PAGES),
    loadScript() {
      script ??= loadBrowserScript('docs');
      return script;
    },
    loadSearch() {
      search ??= context.loadGuides().then((guides) => {
        const entries = buildSearchEntries(catalogue, guides);
        return { entries, find: createSearch(entries) };
      });
      return search;
    },
    loadGuides() {
      guides ??= loadGuides().then((loaded) => {
        loadedGuides = loaded;
        return loaded;
      });
      return guides;
    },
  };
  const service: Service = {
    name: 'docs',
    documentation: {
      title: 'Documentation',
      version: context.version,
      description: 'Pages and OpenAPI documents, generated from the endpoint declarations.',
      tags: { Documentation: 'Documentation of this server, as pages and as OpenAPI documents.' },
      errorContent: { 'text/plain': TextContent, 'text/html': TextContent },
      otherResponses: {
        204: emptyResponse('The response to OPTIONS.'),
        308: emptyResponse('A redirect from a path with a slash at the end to the path without it.'),
      },
    },
    prefix: '',
    isRecorded: true,
    anyHost: 'always',
    pathDecoding: 'path',
    endpoints,
    extension: new Navigation(PAGES, '/docs', (path) => {
      // Those of the first errors have no guides, until they are loaded.
      context.loadGuides().catch(() => undefined);
      return findClosePaths(path, catalogue, loadedGuides);
    }),
    redirectsSlash: true,
    context,
    format: {
      jsonType: 'application/json',
      reasonPhrase,
      toJson: (value) => `${JSON.stringify(value, null, 2)}\n`,
      commonFields: () => ANY_ORIGIN,
      renderError: (error, exchange) =>
        negotiateErrorPage(error, exchange, () => ({
          fields: [['Content-Type', 'text/plain; charset=utf-8'], ...error.fields],
          content: `${error.message}\n`,
        })),
    },
    fallback: {
      options: (exchange, allow) =>
        exchange.empty(204, [['Allow', allow], ...preflightFields(exchange, allow)]),
    },
  };
  described.push(service);
  return service;
}

/** Fetch §3.3.3, so that scripts of other origins may send headers of their own. */
function preflightFields(exchange: Exchange, allow: string): Fields {
  const requested = exchange.field('Access-Control-Request-Headers');
  return [
    ['Access-Control-Allow-Methods', allow],
    ...(requested === undefined ? [] : [['Access-Control-Allow-Headers', requested] satisfies Field]),
    ['Access-Control-Max-Age', '3600'],
  ];
}

const PAGES: readonly PageLink[] = [
  { title: 'Docs', path: '/docs', position: 10, search: { path: '/docs/search', parameter: 'q' } },
  { title: 'Reference', path: '/docs', position: 11, section: '/docs' },
  { title: 'Guides', path: '/docs/guides', position: 12, section: '/docs' },
  { title: 'Reference', path: '/docs', position: 81, isFooter: true },
  { title: 'OpenAPI 3.1', path: '/openapi.json', position: 82, isFooter: true },
  { title: 'llms.txt', path: '/llms.txt', position: 83, isFooter: true },
  { title: 'Manual page', path: '/legacy', position: 84, isFooter: true },
];

/** Pages in memory: each has about 30 KB. */
const MAX_PAGES = 64;
