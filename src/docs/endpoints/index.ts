import type { Endpoint } from '#http/routing/endpoint.ts';
import { docs } from './docs.ts';
import { endpointReference } from './docs-endpoints.ts';
import { guide, guides } from './docs-guides.ts';
import { serviceOpenApi } from './docs-openapi-json.ts';
import { pageScript } from './docs-page-js.ts';
import { search } from './docs-search.ts';
import { searchData } from './docs-search-json.ts';
import { favicon } from './favicon-svg.ts';
import { legacy } from './legacy.ts';
import { llms } from './llms-txt.ts';
import { openApi } from './openapi-json.ts';
import { home } from './root.ts';
import { spec } from './spec-json.ts';

/** Every endpoint of the documentation. */
export const endpoints: readonly Endpoint[] = [
  home,
  docs,
  endpointReference,
  guides,
  guide,
  search,
  searchData,
  openApi,
  serviceOpenApi,
  spec,
  legacy,
  llms,
  pageScript,
  favicon,
];
