export interface Page {
  /** From 1. */
  page: number;
  perPage: number;
}

export interface Listing<Item> {
  items: Item[];
  /** Number of items on all pages. It is a stored counter unless the method says that it is counted. */
  total: number;
}
