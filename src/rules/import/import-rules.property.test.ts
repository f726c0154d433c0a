import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { serve } from '#test/support/servers/serve.ts';
import type { ResponseForm } from '#testing/responses/composition/json-form.ts';
import { isConnectionField } from '#testing/responses/headers/client-headers.ts';
import { createNormalize } from '../normalize.ts';
import { type ImportOptions, importRules } from './import-rules.ts';

const LIMITS = {
  maxDuration: 10_000,
  maxGeneratedSize: 1000,
  maxBodySize: 10_000,
  enabledLabs: [],
  allowedRedirectDomains: [],
  accountPaths: [],
  sharesAccountsOrigin: true,
  sharesAccountsHost: true,
};

const OPTIONS: ImportOptions = {
  ignoredQuery: new Set(),
  keepsSecrets: false,
  limits: LIMITS,
  pause: async () => {},
  normalize: createNormalize(() => [], { ...LIMITS, limits: LIMITS }),
};

/** Mostly a value of a member, and sometimes another one of JSON. */
const mostly = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof(
    { weight: 40, arbitrary: value as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ maxLength: 12 }));
const type = fc.constantFrom(
  'text/plain',
  'text/html; charset=iso-8859-1',
  'text/html; charset=Shift_JIS',
  'application/json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  'none',
);
const url = fc.constantFrom(
  'http://h/',
  'https://h/a?b=é',
  'https://h/a/{b}',
  'http://other/',
  'data:,',
  'https://h:8443/',
  'x',
);
const name = fc.oneof(
  fc.constantFrom(
    'Content-Type',
    'location',
    'Link',
    'Set-Cookie',
    'Date',
    'Vary',
    'NEL',
    'Content-Encoding',
  ),
  fc.constantFrom('Alt-Svc', 'Connection', 'Content-Length', 'Refresh', ':status', 'X-A', '__proto__'),
  text,
);
const headers = mostly(
  fc.array(mostly(fc.record({ name: mostly(name), value: mostly(fc.oneof(text, type, url)) })), {
    maxLength: 4,
  }),
);
const entry = mostly(
  fc.record(
    {
      startedDateTime: mostly(fc.constantFrom('2024-01-01T00:00:00Z', '2023-01-01T00:00:00.5+01:00', null)),
      request: mostly(
        fc.record(
          {
            method: mostly(fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'CONNECT', 'OPTIONS')),
            url: mostly(url),
            headers,
            postData: mostly(
              fc.record(
                {
                  mimeType: mostly(type),
                  text: mostly(text),
                  params: headers,
                  encoding: mostly(fc.constant(null)),
                },
                { requiredKeys: [] },
              ),
            ),
          },
          { requiredKeys: ['method', 'url'] },
        ),
      ),
      response: mostly(
        fc.record(
          {
            status: mostly(fc.constantFrom(200, 200, 201, 204, 302, 404, 304, 0, '200')),
            headers,
            content: mostly(
              fc.record(
                {
                  size: mostly(fc.constantFrom(0, -1, 5)),
                  text: mostly(text),
                  mimeType: mostly(type),
                  encoding: mostly(fc.constantFrom(null, 'base64', '')),
                },
                { requiredKeys: [] },
              ),
            ),
            redirectURL: mostly(url),
          },
          { requiredKeys: ['status'] },
        ),
      ),
      _webSocketMessages: mostly(fc.constant(null)),
    },
    { requiredKeys: ['request', 'response'] },
  ),
);

interface Recorded {
  readonly request: { readonly method: string };
  readonly response: {
    readonly status: unknown;
    readonly headers?: readonly { name: unknown; value: unknown }[] | null;
    readonly content?: { readonly text?: unknown; readonly encoding?: unknown } | null;
  };
}

/** The response of a rule without notes is that of the record, but for the fields that the server sets itself. */
function assertUnchanged(recorded: Recorded, form: ResponseForm): void {
  const { status, headers, content } = recorded.response;
  assert.equal(form.status, Number(status));
  const expected = (headers ?? [])
    .flatMap(({ name, value }) =>
      String(value ?? '')
        .split(/\r?\n/)
        .map((line): [string, string] => [String(name), line]),
    )
    .filter(([each]) => !each.startsWith(':') && !isConnectionField(each))
    .filter(([each]) => !/^(?:date|content-encoding)$/i.test(each));
  const sent = Array.isArray(form.headers) ? form.headers : [];
  const all = [
    ...(form.type === undefined || form.type === 'none' ? [] : [['Content-Type', form.type]]),
    ...(form.redirect === undefined ? [] : [['Location', form.redirect]]),
    ...sent,
  ].map(([each = '', value = '']) => `${each.toLowerCase()}: ${value.trim()}`);
  assert.deepEqual(
    all.sort(),
    expected.map(([each, value]) => `${each.toLowerCase()}: ${value.trim()}`).sort(),
  );
  const { text = '', encoding } = content ?? {};
  const body = form.json === undefined ? (form.body ?? '') : JSON.stringify(form.json);
  if (encoding === 'base64') {
    const bytes = form.base64 === undefined ? Buffer.from(body) : Buffer.from(form.base64, 'base64');
    assert.deepEqual(bytes, Buffer.from(String(text ?? ''), 'base64'));
  } else if (form.base64 === undefined && recorded.request.method !== 'HEAD')
    assert.equal(body, String(text ?? ''));
}

const isRecorded = (input: unknown): input is Recorded =>
  typeof input === 'object' && input !== null && 'request' in input && 'response' in input;

describe('an import of any archive', () => {
  it('has each entry in its rules or in the list of those that are left out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
        const report = await importRules(entries, {
          ...OPTIONS,
          filter: { method: { one_of: ['GET', 'POST', 'HEAD'] } },
        });
        assert.equal(report.imported + report.leftOut.length + report.filtered, entries.length);
        assert.equal(new Set(report.leftOut.map((each) => each.entry)).size, report.leftOut.length);
        const uses = report.rules
          .flatMap(({ respond }) => (Array.isArray(respond) ? respond.map(({ times = 1 }) => times) : [1]))
          .reduce((sum, times) => sum + times, 0);
        assert.equal(uses, report.imported);
        for (const { reason } of report.leftOut) assert.match(reason, /\S/);
        for (const { rule } of report.notes) assert.ok(report.rules[rule]);
      }),
      { numRuns: 1000 },
    );
  });

  it('changes no response without a note', async () => {
    let unchanged = 0;
    await fc.assert(
      fc.asyncProperty(entry, async (input) => {
        const { rules, notes } = await importRules([input], OPTIONS);
        const respond = rules[0]?.respond;
        if (!isRecorded(input) || respond === undefined || Array.isArray(respond) || notes.length > 0) return;
        unchanged++;
        assertUnchanged(input, respond);
      }),
      { numRuns: 4000 },
    );
    assert.ok(unchanged > 20, String(unchanged));
  });

  it('ends in time, and never with a 5xx', async (t) => {
    const server = await serve(t);
    const entryOf = (index: number, content: object, others: object = {}) => ({
      request: { method: 'POST', url: `http://h/${index}`, ...others },
      response: { status: 200, content },
    });
    const many = (count: number, toEntry: (index: number) => unknown) =>
      JSON.stringify({ log: { entries: Array.from({ length: count }, (_, index) => toEntry(index)) } });
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const huge = 'a'.repeat(4_000_000);
    const form = { mimeType: 'application/x-www-form-urlencoded', text: '&a=1'.repeat(90_000) };
    const parts = { mimeType: 'multipart/form-data; boundary=x', text: '--x\r\n\r\n\r\n'.repeat(50_000) };
    for (const [body, status] of [
      [many(20_000, () => 1), 200],
      [many(100_000, (index) => entryOf(index, { text: '' })), 422],
      [many(20_000, (index) => entryOf(0, { text: String(index) })), 200],
      [many(100_000, () => entryOf(0, { text: '' })), 200],
      [
        many(3, (index) =>
          entryOf(index, { text: deep }, { postData: { mimeType: 'application/json', text: deep } }),
        ),
        200,
      ],
      [many(3, (index) => entryOf(index, { text: huge, encoding: 'base64' })), 200],
      [many(1, (index) => entryOf(index, { text: '' }, { postData: form })), 200],
      [many(1, (index) => entryOf(index, { text: '' }, { postData: parts })), 200],
      [
        many(1, (index) =>
          entryOf(
            index,
            { text: '' },
            { headers: Array(50_000).fill({ name: 'a', value: huge.slice(0, 99) }) },
          ),
        ),
        200,
      ],
      [
        many(1, (index) => entryOf(index, { text: `<meta ${'x'.repeat(900_000)}é`, mimeType: 'text/html' })),
        200,
      ],
      [`{"log":{"entries":[${deep}]}}`, 400],
    ] as const) {
      const response = await server.send({
        method: 'POST',
        path: '/_sparring/rules/import?dry=true',
        body,
        timeout: 60_000,
      });
      assert.equal(response.status, status, `${body.slice(0, 200)} ${response.text().slice(0, 500)}`);
    }
  });
});
