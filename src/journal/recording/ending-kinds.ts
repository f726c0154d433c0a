/** How an exchange ended: by its response, or by the connection. */
export const ENDINGS = [
  'answered',
  'client-fin',
  'client-rst',
  'server-fin',
  'server-rst',
  'timeout',
] as const;

export type Ending = (typeof ENDINGS)[number];
