const PATH = '/_sparring/inspector';

export type Compared = readonly [one: number, other: number];

/** What the address of the page names. */
export interface Place {
  readonly id: number | undefined;
  /** Two entries that are compared. The second one is `id`. */
  readonly compared: Compared | undefined;
  readonly filter: string;
}

export function readPlace(): Place {
  const [, one, id] =
    /\/_sparring\/inspector\/(?:compare\/(\d{1,16})\/)?(\d{1,16})$/.exec(location.pathname) ?? [];
  return {
    id: id === undefined ? undefined : Number(id),
    compared: one === undefined ? undefined : [Number(one), Number(id)],
    filter: new URLSearchParams(location.search).get('filter') ?? '',
  };
}

/** @param run identifies the start of the server, to which an id belongs */
export function buildHref({ id, compared, filter }: Partial<Place>, run: string): string {
  const query = new URLSearchParams([
    ...(filter ? [['filter', filter]] : []),
    ...(id === undefined || run === '' ? [] : [['run', run]]),
  ]).toString();
  const path = [PATH, ...(compared ? ['compare', ...compared] : id === undefined ? [] : [id])].join('/');
  return `${path}${query === '' ? '' : `?${query}`}`;
}
