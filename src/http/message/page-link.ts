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
  /** The search of the section, which the header of all pages offers. */
  readonly search?: { readonly path: string; readonly parameter: string };
}

/** The links of all services, in order. */
export function toNavigation(
  services: readonly { readonly pages?: readonly PageLink[] }[],
): readonly PageLink[] {
  return services.flatMap(({ pages = [] }) => pages).sort((one, other) => one.position - other.position);
}
