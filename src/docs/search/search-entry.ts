/** What the search finds. The page of the search and its script have the same entries. */
export interface SearchEntry {
  readonly kind: 'endpoint' | 'guide' | 'setting' | 'fault' | 'command';
  readonly url: string;
  /** The path of an endpoint, the title of a guide, or the name of a setting, fault or command. */
  readonly title: string;
  /** The methods of an endpoint. */
  readonly methods?: readonly string[];
  /** The heading of a section of a guide, or the tag of an endpoint. */
  readonly heading?: string;
  /** Names of parameters, and further names of a setting. */
  readonly parameters?: readonly string[];
  /** Words of the list of synonyms, with the place of the entry among the targets of each word. */
  readonly synonyms?: Readonly<Record<string, number>>;
  readonly summary: string;
  /** Further text, such as that of a section. */
  readonly text?: string;
}

/** Maximum characters of a query. */
export const MAX_QUERY_LENGTH = 200;
