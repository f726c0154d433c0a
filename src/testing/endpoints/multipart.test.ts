import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { output } from '#test/support/programs/installed.ts';
import { serve } from '#test/support/servers/serve.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

test('returns each part with its headers, in order', async (t) => {
  const server = await serve(t);
  const body = Buffer.from(
    '--B\r\nContent-Disposition: form-data; name="f"; filename="\xc3\xa9.bin"\r\nX-b: 2\r\nx-B: 1\r\n\r\n\xff\0\r\n' +
      '--B\r\nContent-Disposition: form-data; name="f"; filename=""\r\nContent-Type: text/plain\r\n\r\nh\xc3\xa9\r\n' +
      '--B\r\n\r\n\r\n--B--\r\n',
    'latin1',
  );
  for (const method of ['POST', 'PUT']) {
    for (const type of ['multipart/form-data', 'Multipart/Mixed']) {
      const fields = [['Content-Type', `${type}; boundary="B"`]] as const;
      const response = await server.send({ method, path: '/multipart', fields, body });
      assert.equal(response.status, 200, response.text());
      assert.deepEqual(response.json(), {
        parts: [
          {
            name: 'f',
            filename: 'é.bin',
            type: null,
            headers: [
              ['Content-Disposition', 'form-data; name="f"; filename="é.bin"'],
              ['X-b', '2'],
              ['x-B', '1'],
            ],
            size: 2,
            sha256: sha256(Buffer.from([255, 0])),
            base64: '/wA=',
          },
          {
            name: 'f',
            filename: '',
            type: 'text/plain',
            headers: [
              ['Content-Disposition', 'form-data; name="f"; filename=""'],
              ['Content-Type', 'text/plain'],
            ],
            size: 3,
            sha256: sha256('hé'),
            text: 'hé',
          },
          { name: null, filename: null, type: null, headers: [], size: 0, sha256: sha256(''), text: '' },
        ],
      });
    }
  }
});

test('rejects a body that is not multipart, has no boundary or is malformed', async (t) => {
  const server = await serve(t);
  for (const [type, status] of [
    ['application/json', 415],
    ['', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; boundary=other', 400],
  ] as const) {
    const fields = [['Content-Type', type]] as const;
    const response = await server.send({ method: 'POST', path: '/multipart', fields, body: '--B--' });
    assert.equal(response.status, status, type);
  }
});

test('returns the files of curl byte for byte', async (t) => {
  const server = await serve(t);
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-'));
  t.after(() => rm(folder, { recursive: true }));
  const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
  await writeFile(path.join(folder, 'b'), bytes);
  const file = `file=@${path.join(folder, 'b')};filename=x;type=text/x`;
  const printed = await output(t, 'curl', [
    '-sS',
    '-F',
    'a=1',
    '-F',
    file,
    '-F',
    file,
    `${server.url}/multipart`,
  ]);
  if (printed === undefined) return;
  const { parts } = JSON.parse(printed);
  assert.deepEqual(
    parts.map((part: object) => [Reflect.get(part, 'filename'), Reflect.get(part, 'size')]),
    [
      [null, 1],
      ['x', 1024],
      ['x', 1024],
    ],
  );
  assert.deepEqual([parts[1].base64, parts[1].sha256], [bytes.toString('base64'), sha256(bytes)]);
});
