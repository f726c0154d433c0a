export interface ParsedMessage {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** Names and values, alternating. */
  readonly fields: readonly string[];
  /** One unit per byte. */
  content: string;
  trailers: readonly string[];
  isComplete: boolean;
}

/** What a decoder reads of the bytes of a connection. */
export interface OracleResult {
  readonly messages: readonly ParsedMessage[];
  /** Why nothing is read behind the messages; absent if more bytes could follow, or the connection ends. */
  readonly error?: string;
}

export const ORACLE_NAMES = ['llhttp', 'go', 'h11'] as const;

/** llhttp is the parser of Node, go the package net/http of Go. */
export type OracleName = (typeof ORACLE_NAMES)[number];

/** Another decoder of HTTP/1, with which ours is compared. */
export interface Oracle {
  readonly name: OracleName;
  /** @param inputs the bytes of a connection each. @throws Error if the program of the oracle ends */
  parse(inputs: readonly Buffer[]): Promise<readonly OracleResult[]>;
  close(): void;
}
