/** A value in the document. */
export interface JsonView {
  readonly element: HTMLElement;
  /** Opens the value, and returns the view of its member at this index. */
  child(index: number): JsonView | undefined;
}
