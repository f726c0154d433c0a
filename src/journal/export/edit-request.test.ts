import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from '#http/message/validation.ts';
import { createExchange } from '#test/support/recorded-exchange.ts';
import { createRedaction } from '../views/redaction.ts';
import { editRequest, RequestEdit } from './edit-request.ts';

const recorded = createExchange({
  id: 5,
  method: 'POST',
  target: '/post?token=correct-horse-battery',
  headers: [
    ['Host', 'localhost:8080'],
    ['Authorization', 'Bearer correct-horse-battery'],
    ['Content-length', '3'],
    ['X-A', '\t1'],
  ],
  trailers: [['X-T', '1']],
  body: 'abc',
});

const masked = createRedaction({ salt: Buffer.from('salt') }).exchange(recorded);

const edited = (edit: RequestEdit) => editRequest(recorded, masked, edit);

const withoutLength = recorded.request.headers.filter(([name]) => name !== 'Content-length');

describe('an edited request', () => {
  it('is the recorded one without changes', () => {
    assert.deepEqual(edited({}), recorded);
    assert.deepEqual(edited({ method: 'POST', target: masked.request.target }), recorded);
  });

  it('has what was received only without changes', () => {
    const received = {
      rawHead: 'POST / HTTP/1.1\r\n\r\n',
      pseudoFields: [],
      chunks: { count: 1, sizes: [3], extensions: [] },
    };
    const entry = { ...recorded, request: { ...recorded.request, ...received } };
    assert.deepEqual(editRequest(entry, masked, {}), entry);
    assert.deepEqual(editRequest(entry, masked, { method: 'POST' }), recorded);
  });

  it('has the changed parts, and the others of the recorded one', () => {
    const { request } = recorded;
    assert.deepEqual(edited({ method: 'PUT' }), { ...recorded, request: { ...request, method: 'PUT' } });
    assert.deepEqual(edited({ target: '/x' }), { ...recorded, request: { ...request, target: '/x' } });
    for (const edit of [{ body: 'hell\u00f6' }, { base64: 'aGVsbMO2' }]) {
      const { body, ...others } = edited(edit).request;
      const { body: _, ...unchanged } = request;
      assert.deepEqual(others, { ...unchanged, headers: withoutLength });
      assert.deepEqual(
        { ...body, kept: Buffer.from(body.kept).toString() },
        {
          length: 6,
          sha256: createExchange({ body: 'hell\u00f6' }).request.body.sha256,
          kept: 'hell\u00f6',
          truncated: false,
        },
      );
    }
    for (const edit of [{ body: '' }, { base64: '' }]) {
      const { body, headers } = edited(edit).request;
      assert.deepEqual([body.length, body.sha256, body.truncated, headers], [0, null, false, withoutLength]);
    }
  });

  it('has the recorded value of a header in place of its mask, wherever it is', () => {
    const [host, authorization] = masked.request.headers;
    assert.ok(host && authorization);
    assert.notDeepEqual(authorization, recorded.request.headers[1]);
    const { headers, body } = edited({
      headers: [['X-B', 'caf\u00e9\t\u00ff'], [...authorization], ['content-LENGTH', '9'], [...host]],
    }).request;
    assert.deepEqual(headers, [
      ['X-B', 'caf\u00e9\t\u00ff'],
      ['Authorization', 'Bearer correct-horse-battery'],
      ['Host', 'localhost:8080'],
    ]);
    assert.deepEqual(body, recorded.request.body);
    assert.deepEqual(edited({ headers: [] }).request.headers, []);
  });

  it('has a method of 40 characters, a target of 64 KiB and 500 headers, and no other members', () => {
    const headers = (count: number) => Array.from({ length: count }, () => ['A', '1']);
    for (const [edit, path, keyword] of [
      [{ method: 'M'.repeat(40) }],
      [{ method: 'M'.repeat(41) }, 'method', 'maxLength'],
      [{ target: '/' }],
      [{ target: '' }, 'target', 'minLength'],
      [{ target: '/'.repeat(65_536) }],
      [{ target: '/'.repeat(65_537) }, 'target', 'maxLength'],
      [{ headers: headers(500) }],
      [{ headers: headers(501) }, 'headers', 'maxItems'],
      [{ headers: [['A']] }, 'headers/0', 'minItems'],
      [{ headers: [['A', 'B', 'C']] }, 'headers/0', 'maxItems'],
      [{ more: 1 }, 'more', 'additionalProperties'],
    ] as const)
      assert.deepEqual(
        findViolations(RequestEdit, edit).map(({ path: where, keyword: violated }) => [
          where.join('/'),
          violated,
        ]),
        path === undefined ? [] : [[path, keyword]],
        `${path} ${keyword}`,
      );
  });

  it('is rejected with the member that is wrong', () => {
    const [, [, mask = ''] = []] = masked.request.headers;
    const control = 'must have no control character in the value of X-A';
    type Case = readonly [edit: RequestEdit, member: string, problem: string];
    const cases: readonly Case[] = [
      [{ method: 'A B' }, 'method', 'must be a token of HTTP'],
      [{ method: '' }, 'method', 'must be a token of HTTP'],
      [{ body: 'a', base64: 'YQ==' }, 'base64', 'must be without body'],
      [{ body: '', base64: '' }, 'base64', 'must be without body'],
      ...['/a b', 'a\u00e9', '/a\r\n', ' /', ''].map(
        (target): Case => [
          { target },
          'target',
          'must be visible characters of ASCII; others are percent-encoded',
        ],
      ),
      [{ target: `${masked.request.target}&a=1` }, 'target', 'has a masked value'],
      [
        {
          headers: [
            ['A', '1'],
            ['B C', '2'],
          ],
        },
        'headers',
        'must have a name of HTTP at index 1',
      ],
      [{ headers: [['', '2']] }, 'headers', 'must have a name of HTTP at index 0'],
      ...['a\r\nB: c', '\0', '\x7f', '\u0100'].map(
        (value): Case => [{ headers: [['X-A', value]] }, 'headers', control],
      ),
      // The mask of a header is not the value of another one.
      [{ headers: [['X-Other', mask]] }, 'headers', 'has a masked value of X-Other'],
    ];
    for (const [edit, member, problem] of cases)
      assert.throws(() => edited(edit), { name: 'InputError', member, problem }, JSON.stringify(edit));
  });
});
