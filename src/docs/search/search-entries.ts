import type { Catalogue, CatalogueEntry } from '../catalogue/catalogue.ts';
import type { Guide } from '../guides/guide.ts';
import { firstWords } from '../guides/plain-text.ts';
import type { SearchEntry } from './search-entry.ts';
import { SYNONYMS } from './synonyms.ts';

/** Everything that the search finds: guides by section, endpoints, settings, faults and commands. */
export function buildSearchEntries(catalogue: Catalogue, guides: readonly Guide[]): SearchEntry[] {
  const synonyms = synonymsByUrl();
  const entries = [
    ...guides.flatMap(ofSections),
    ...catalogue.families.flatMap((family) => family.entries.map(ofEndpoint)),
    ...guides.flatMap(ofRows),
  ];
  return entries.map((entry) => {
    const found = synonyms.get(entry.url.replace(/^\/docs\/(?:guides|endpoints)\//, ''));
    return found === undefined ? entry : { ...entry, synonyms: found };
  });
}

function ofSections({ name, title, summary, sections }: Guide): SearchEntry[] {
  return sections.map(({ id, heading, text }) => {
    const url = `/docs/guides/${name}`;
    return id === ''
      ? { kind: 'guide', url, title, summary: summary.replaceAll('`', ''), text }
      : { kind: 'guide', url: `${url}#${id}`, title, heading, summary: '', text };
  });
}

function ofEndpoint({ endpoint, page }: CatalogueEntry): SearchEntry {
  const { path, methods, tag, summary, description, params = {}, query = {} } = endpoint;
  const parameters = [...Object.keys(params), ...Object.keys(query)];
  return {
    kind: 'endpoint',
    url: page,
    title: path,
    methods: methods.map((method) => (method === '*' ? 'ANY' : method)),
    heading: tag,
    ...(parameters.length > 0 && { parameters }),
    summary: summary.replaceAll('`', ''),
    ...(description !== undefined && { text: firstWords(description.replaceAll('`', '')) }),
  };
}

function ofRows({ name: guide, rows }: Guide): SearchEntry[] {
  return rows.map(({ kind, id, name, otherNames, text }) => ({
    kind,
    url: `/docs/guides/${guide}#${id}`,
    title: name,
    ...(otherNames.length > 0 && { parameters: otherNames }),
    summary: text,
  }));
}

/** The words of the list for each entry, with its place among the targets. */
function synonymsByUrl(): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  for (const { words, targets } of SYNONYMS)
    for (const [place, target] of targets.entries()) {
      const places = found.get(target) ?? {};
      for (const word of words) places[word] ??= place;
      found.set(target, places);
    }
  return found;
}
