import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { serve, type TestServer } from '../support/servers/serve.ts';
import type { WireRequest } from '../support/wire/wire.ts';

const FOLDER = path.join(import.meta.dirname, 'tools');

/** The entries of each archive that are left out, with the reason, and the notes on the others. */
const EXPECTED: Readonly<Record<string, { leftOut: readonly string[]; notes: readonly string[] }>> = {
  firefox: {
    leftOut: ['4 has a response without its content'],
    notes: [
      '0 leaves out Set-Cookie, which `secrets: keep` (--keep-cookies) keeps',
      '1 sends Location as a path of the rules',
      '1 sends Content-Type, which the recorded headers do not have',
    ],
  },
  safari: {
    leftOut: ['0 has no complete response'],
    notes: ['1 sends Content-Type, which the recorded headers do not have'],
  },
  proxyman: { leftOut: ['2 is a WebSocket'], notes: [] },
  insomnia: { leftOut: ['3 has no response'], notes: [] },
  fiddler: { leftOut: ['1 is a CONNECT request, which names no resource'], notes: [] },
  k6: { leftOut: ['0 has no response'], notes: [] },
  playwright: {
    leftOut: ['3 has a response without its content', '4 has a response without its content'],
    notes: [
      '0 sends Location as a path of the rules',
      '0 sends no content',
      '1 sends the content without its coding br',
      '1 keeps URLs of https://shop.example in the content',
      '2 does not compare the content of a part, which was not recorded',
    ],
  },
  mitmproxy: {
    leftOut: ['2 is a WebSocket'],
    notes: ['1 keeps location, which leads to https://login.example'],
  },
};

interface Pair {
  readonly name: string;
  readonly value: unknown;
}

/** The members of an entry that a replay reads. */
interface Entry {
  readonly startedDateTime: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly queryString: readonly Pair[];
    readonly headers: readonly Pair[];
    readonly postData?: {
      readonly mimeType: string;
      readonly text?: string;
      readonly params?: readonly Pair[];
    };
  };
  readonly response: {
    readonly status: number | string;
    readonly headers: readonly Pair[];
    readonly content: { readonly text?: string; readonly encoding?: string; readonly mimeType?: string };
  };
}

const fieldOf = (headers: readonly Pair[], name: string) =>
  headers.find((each) => each.name.toLowerCase() === name)?.value;

/** The request as its client sent it. */
function buildRequest({ request: { method, url, headers, queryString, postData } }: Entry): WireRequest {
  const target = new URL(url);
  const query = new URLSearchParams(queryString.map(({ name, value }) => [name, String(value)]));
  const { text, params = [] } = postData ?? {};
  const form = new URLSearchParams(params.map(({ name, value }) => [name, String(value)]));
  const type = fieldOf(headers, 'content-type') ?? postData?.mimeType;
  return {
    method,
    path: target.pathname + (target.search || (query.size > 0 ? `?${query}` : '')),
    ...(type !== undefined && { fields: [['Content-Type', String(type)]] }),
    ...(postData && { body: text ?? form.toString() }),
  };
}

async function replay(server: TestServer, entry: Entry): Promise<void> {
  const { request, response } = entry;
  const about = `${request.method} ${request.url}`;
  const answer = await server.send(buildRequest(entry));
  assert.equal(answer.status, Number(response.status), `${about} ${answer.text()}`);
  const { text = '', encoding, mimeType } = response.content;
  const type = fieldOf(response.headers, 'content-type') ?? mimeType;
  if (type !== '' && type !== 'x-unknown') assert.equal(answer.field('Content-Type'), type, about);
  if (request.method === 'HEAD') assert.equal(answer.body.length, 0, about);
  else if (encoding === 'base64') assert.deepEqual(answer.body, Buffer.from(text, 'base64'), about);
  else {
    const charset = /charset=([\w-]+)/.exec(String(type))?.[1] ?? 'utf-8';
    assert.equal(new TextDecoder(charset, { fatal: true }).decode(answer.body), text ?? '', about);
  }
  const recorded = fieldOf(response.headers, 'location');
  if (recorded === undefined) return;
  const target = new URL(String(recorded), request.url);
  const location = new URL(answer.field('Location') ?? '', server.url);
  const isOwn = target.host === new URL(request.url).host;
  assert.equal(location.href, isOwn ? new URL(target.pathname, server.url).href : target.href, about);
}

describe('an archive is answered as it was recorded', () => {
  for (const [name, expected] of Object.entries(EXPECTED))
    it(`by the import of the form of ${name}`, async (t) => {
      const server = await serve(t);
      const text = await readFile(path.join(FOLDER, `${name}.har`), 'utf8');
      const entries: Entry[] = JSON.parse(text).log.entries;
      const imported = await server.send({ method: 'POST', path: '/_sparring/rules/import', body: text });
      const report = JSON.parse(imported.text());
      const leftOut: { entry: number; reason: string; method: string; url: string }[] = report.left_out;
      const notes: { entry: number; note: string }[] = report.notes;
      assert.deepEqual(
        leftOut.map(({ entry, reason }) => `${entry} ${reason}`),
        expected.leftOut,
      );
      for (const { entry, method, url } of leftOut)
        assert.deepEqual([method, url], [entries[entry]?.request.method, entries[entry]?.request.url]);
      assert.deepEqual(
        notes.toSorted((one, other) => one.entry - other.entry).map(({ entry, note }) => `${entry} ${note}`),
        expected.notes,
      );
      assert.equal(report.imported + leftOut.length, entries.length);
      const imports = entries
        .filter((_, index) => !leftOut.some(({ entry }) => entry === index))
        .toSorted((one, other) => one.startedDateTime.localeCompare(other.startedDateTime));
      for (const entry of imports) await replay(server, entry);
    });
});
