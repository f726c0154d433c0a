const PATH = '/_sparring/inspector';

/** What the address of the page names. */
export interface Place {
  readonly id: number | undefined;
  readonly filter: string;
  /** The tab of the detail, in lower case. */
  readonly tab: string | undefined;
}

export function readPlace(): Place {
  const id = /^\/_sparring\/inspector\/(\d{1,16})$/.exec(location.pathname)?.[1];
  return {
    id: id === undefined ? undefined : Number(id),
    filter: new URLSearchParams(location.search).get('filter') ?? '',
    tab: /^#(request|response|messages|timing|connection|both)$/.exec(location.hash)?.[1],
  };
}

/** @param run identifies the start of the server, to which an id belongs */
export function toHref({ id, filter, tab }: Partial<Place>, run: string): string {
  const query = new URLSearchParams([
    ...(filter ? [['filter', filter]] : []),
    ...(id === undefined || run === '' ? [] : [['run', run]]),
  ]).toString();
  const path = id === undefined ? PATH : `${PATH}/${id}`;
  return `${path}${query === '' ? '' : `?${query}`}${tab === undefined ? '' : `#${tab}`}`;
}
