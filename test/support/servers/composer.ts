import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { rawResponse } from '../wire/raw-response.ts';
import { serve } from './serve.ts';

export type Word = readonly [name: string, value: string];

export function formatQuery(words: readonly Word[]): string {
  return words.map((word) => word.map(encodeURIComponent).join('=')).join('&');
}

/** A server with a frozen clock, on which delays take no time. */
export async function composer(t: TestContext) {
  const runtime = createRuntime({ now: 0, seed: 1 });
  const server = await serve(t, { runtime });
  return {
    ...server,
    runtime,
    ask: (...words: Word[]) => server.get(`/compose?${formatQuery(words)}`),
    askRaw: (...words: Word[]) => rawResponse(server.port, `/compose?${formatQuery(words)}`),
    errorOf: async (...words: Word[]) => {
      const response = await server.get(`/compose?${formatQuery(words)}`);
      assert.equal(response.status, 400, response.text());
      return response.text();
    },
  };
}
