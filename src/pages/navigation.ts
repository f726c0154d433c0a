/** A page in the navigation of all pages of the server. */
export interface PageLink {
  readonly title: string;
  readonly path: string;
  /** Links are in the order of their positions. */
  readonly position: number;
  /** Path of the page whose section contains this page. The header shows its link in a second row, within the section only. */
  readonly section?: string;
  /** Whether the page is the account of the user, whose link is at the end of the header. */
  readonly isAccount?: boolean;
  /** Whether the footer of all pages has the link, and the header has not. */
  readonly isFooter?: boolean;
  /** The search of the section, which the header of all pages offers. */
  readonly search?: { readonly path: string; readonly parameter: string };
}

/** A path that a user may have meant, with the page about it. */
export interface ClosePath {
  readonly path: string;
  readonly href: string;
  readonly title: string;
}

/** The pages of a service, as its member `extension`. */
export class Navigation {
  /** Pages that the navigation of all pages links. */
  readonly pages: readonly PageLink[];
  /** Path of the first page, if it is not that of the prefix of the service. */
  readonly entryPath: string | undefined;
  /** Private, because workers send the navigation to their primary process. */
  readonly #closePaths: (path: string) => readonly ClosePath[];

  constructor(
    pages: readonly PageLink[],
    entryPath?: string,
    closePaths: (path: string) => readonly ClosePath[] = () => [],
  ) {
    this.pages = pages;
    this.entryPath = entryPath;
    this.#closePaths = closePaths;
  }

  /** The paths that are most similar to one that nothing is served at, the closest first. */
  closePaths(path: string): readonly ClosePath[] {
    return this.#closePaths(path);
  }
}

/** A service that may have pages. */
export interface Extended {
  readonly extension?: object;
}

/** The navigation of a service; undefined for a service without pages. */
export function navigationOf({ extension }: Extended): Navigation | undefined {
  return extension instanceof Navigation ? extension : undefined;
}

/** The links to the pages of services, such as those that a client reaches at the host of an exchange, in order. */
export function pageLinks({ services }: { readonly services: readonly Extended[] }): readonly PageLink[] {
  return allLinks(services).filter(({ isFooter }) => !isFooter);
}

/** The paths of services that are most similar to one that nothing is served at. */
export function closePaths(services: readonly Extended[], path: string): readonly ClosePath[] {
  return services.flatMap((service) => navigationOf(service)?.closePaths(path) ?? []);
}

/** The links of the footer of all pages, in order. */
export function footerLinks(services: readonly Extended[]): readonly PageLink[] {
  return allLinks(services).filter(({ isFooter }) => isFooter);
}

function allLinks(services: readonly Extended[]): readonly PageLink[] {
  return services
    .flatMap((service) => navigationOf(service)?.pages ?? [])
    .sort((one, other) => one.position - other.position);
}
