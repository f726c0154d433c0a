import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indentJson, parseJsonNodes } from './browser/body/json-nodes.ts';
import { boundaryOf, parseMultipart } from './browser/body/multipart.ts';
import { imageTypeOf } from './browser/body/pretty-body.ts';
import { parseSentEvents } from './browser/body/text-formats.ts';
import { cellsOf, formatDuration, nameOf, splitTarget } from './request-cells.ts';

describe('the viewers of bodies', () => {
  it('parses parts of any bytes, with names, files and types', async () => {
    const form = new FormData();
    form.append('name', 'Möna');
    form.append(
      'avatar',
      new Blob([new Uint8Array([0x89, 0x50, 0, 255, 13, 10])], { type: 'image/png' }),
      'avatar.png',
    );
    form.append('file', new Blob(['a\r\n--b'], { type: 'text/plain' }), 'read "me".txt');
    const sent = new Response(form);
    const bytes = new Uint8Array(await sent.clone().arrayBuffer());
    const boundary = boundaryOf(sent.headers.get('content-type') ?? '') ?? '';
    const parts = parseMultipart(bytes, boundary);
    assert.deepEqual(
      parts.map(({ name, file, type, content, isCut }) => [name, file, type, content.length, isCut]),
      [
        ['name', undefined, '', 5, false],
        ['avatar', 'avatar.png', 'image/png', 6, false],
        ['file', 'read "me".txt', 'text/plain', 6, false],
      ],
    );
    assert.deepEqual([...(parts[1]?.content ?? [])], [0x89, 0x50, 0, 255, 13, 10]);
    assert.equal(parseMultipart(bytes.subarray(0, bytes.length - 42), boundary).at(-1)?.isCut, true);
    assert.equal(boundaryOf('multipart/form-data; boundary="a b"'), 'a b');
    assert.equal(boundaryOf('text/plain'), undefined);
  });

  it('keeps repeated names and large integers of JSON, and rejects other text', () => {
    const text = '{"a":12345678901234567890,"a":[1.0,{}, []],"é\\u00e9":"\\ud83d","t":true,"n":null}';
    const node = parseJsonNodes(text);
    assert.ok(node);
    assert.equal(indentJson(node).replaceAll(/\n *| /g, ''), text.replaceAll(' ', ''));
    assert.match(indentJson(node), /^\{\n {2}"a": 12345678901234567890,\n {2}"a": \[\n {4}1\.0,/);
    for (const other of ['', '{', '{"a"}', '[1,]', '{"a":1}}', "{'a':1}", '01x', '[1 2]', '['.repeat(10_000)])
      assert.equal(parseJsonNodes(other), undefined, other);
  });

  it('parses a megabyte of JSON with 50,000 values in a second, on a busy machine too', () => {
    const text = JSON.stringify(Array.from({ length: 50_000 }, (_, n) => `value ${n} of them`));
    const measure = () => {
      const start = performance.now();
      assert.equal(parseJsonNodes(text)?.members.length, 50_000);
      return performance.now() - start;
    };
    // Other processes of the machine interrupt one run now and then.
    const spent = Math.min(...Array.from({ length: 5 }, measure));
    assert.ok(spent < 1000, `${spent} ms`);
  });

  it('parses events, and finds the type of an image by its bytes', () => {
    assert.deepEqual(parseSentEvents(': c\n\nid: 1\nevent: a\ndata: x\ndata:y\n\ndata: cut'), [
      { id: '1', event: 'a', data: 'x\ny' },
      { id: '', event: 'message', data: 'cut' },
    ]);
    assert.equal(imageTypeOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])), 'image/png');
    assert.equal(imageTypeOf(new TextEncoder().encode('<svg>')), undefined);
  });
});

describe('a row of the list', () => {
  const at = new Date(2026, 10, 21, 14, 3, 22, 184).getTime();
  const entry = {
    id: 63,
    at,
    method: 'POST',
    target: '/post',
    status: 200,
    ms: 1.4,
    connection: '9.1',
    client: 'a',
  };

  it('has a name for screen readers, and words for what is no status', () => {
    assert.equal(nameOf(entry), 'POST /post, 200, 1.4 milliseconds, 14:03:22.184, number 63');
    assert.match(
      nameOf({ ...entry, marked: true, ended: 'client-rst' }),
      /, 200, reset by the client, .*, marked$/,
    );
    assert.equal(cellsOf({ ...entry, fault: 'reset@headers' }).status, 'reset');
    assert.equal(cellsOf({ ...entry, ended: 'client-fin' }).status, 'closed');
    assert.equal(cellsOf({ ...entry, pending: true }).status, 'pending');
    const upload = cellsOf({ ...entry, sent: { kind: '1 file', size: 1_153_434 } });
    assert.equal(upload.sent, '1 file 1.1 MiB');
    assert.equal(cellsOf(entry).sent, '');
    assert.equal(formatDuration(2001.5), '2.00 s');
  });

  it('has the ends of targets, which differ', () => {
    const [, one] = splitTarget('/anything/users/3?page=1');
    const [start, other] = splitTarget('/anything/users/4?page=0');
    assert.notEqual(one, other);
    assert.equal(start + other, '/anything/users/4?page=0');
  });
});
