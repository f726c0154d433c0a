export interface Page {
  /** From 1. */
  page: number;
  perPage: number;
}

export interface Listing<Item> {
  items: Item[];
  /** How many there are on all pages together; kept as a counter where nothing else is said, never counted row by row. */
  total: number;
}
