/** Pairs of name and value, one unit per byte, in their order. */
export type WireFields = readonly (readonly [name: string, value: string])[];

/** Whether a response with this status can have content (RFC 9110 §6.4.1). That to HEAD has none either. */
export function permitsContent(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}
