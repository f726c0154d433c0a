const INSPECTOR = '/_sparring/inspector';

export type Compared = readonly [one: number, other: number];

/** What the address of the page names. */
export interface Place {
  /** The bin whose requests the page has; undefined for all requests. */
  readonly bin: string | undefined;
  readonly id: number | undefined;
  /** Two entries that are compared. The second one is `id`. */
  readonly compared: Compared | undefined;
  readonly filter: string;
}

export function readPlace({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Place {
  const [, one, id] = /\/_sparring\/inspector\/(?:compare\/(\d{1,16})\/)?(\d{1,16})$/.exec(pathname) ?? [];
  const [, bin] = /\/_sparring\/bins\/([^/]+)$/.exec(pathname) ?? [];
  const query = new URLSearchParams(search);
  return {
    bin: bin ?? query.get('bin') ?? undefined,
    id: id === undefined ? undefined : Number(id),
    compared: one === undefined ? undefined : [Number(one), Number(id)],
    filter: query.get('filter') ?? '',
  };
}

interface Link extends Partial<Place> {
  /** The start of the server that an id belongs to. */
  readonly run?: string;
  /** The key of a removal, which the page offers to undo. */
  readonly undo?: string | undefined;
}

export function buildHref({ bin, id, compared, filter, run, undo }: Link): string {
  if (bin !== undefined && id === undefined && !filter && undo === undefined) return `/_sparring/bins/${bin}`;
  const query = new URLSearchParams([
    ...(bin === undefined ? [] : [['bin', bin]]),
    ...(filter ? [['filter', filter]] : []),
    ...(id === undefined || !run ? [] : [['run', run]]),
    ...(undo === undefined ? [] : [['undo', undo]]),
  ]).toString();
  const path = [INSPECTOR, ...(compared ? ['compare', ...compared] : id === undefined ? [] : [id])].join('/');
  return `${path}${query === '' ? '' : `?${query}`}`;
}

/** The parameters of the control API that select the entries of a list. */
export function selectionOf({ bin, filter }: Partial<Place>, showsOwn = false): URLSearchParams {
  return new URLSearchParams([
    ...(bin === undefined ? [] : [['bin', bin]]),
    ...(filter ? [['filter', filter]] : []),
    ...(showsOwn ? [['own', 'show']] : []),
  ]);
}
