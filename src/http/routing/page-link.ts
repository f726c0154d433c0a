/** A page in the navigation of all pages of the server. */
export interface PageLink {
  readonly title: string;
  readonly path: string;
  /** Links are in the order of their positions. */
  readonly position: number;
}

/** The links of all services, in order. */
export function toNavigation(
  services: readonly { readonly pages?: readonly PageLink[] }[],
): readonly PageLink[] {
  return services.flatMap(({ pages = [] }) => pages).sort((one, other) => one.position - other.position);
}
