import { hash } from 'node:crypto';
import { apiTimeToHttpDate } from './api-time.ts';

/** A value as it is sent, and what caches know it by (RFC 9110 §8.8). */
export interface Representation {
  readonly value: unknown;
  readonly content: string;
  /** The entity tag, in its quotes. */
  readonly tag: string;
  readonly lastModified: string | undefined;
}

/** @param lastModified a time in the API's own format, where the value is one record */
export function toRepresentation(value: unknown, lastModified?: string): Representation {
  const content = JSON.stringify(value);
  return {
    value,
    content,
    tag: toTag(content),
    lastModified: lastModified === undefined ? undefined : apiTimeToHttpDate(lastModified),
  };
}

export function toTag(content: string): string {
  return `"${hash('sha256', content).slice(0, 32)}"`;
}
