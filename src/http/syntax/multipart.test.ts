import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Dicer } from '@fastify/busboy';
import fc from 'fast-check';
import { ContentLimitError } from './content-limit-error.ts';
import { dispositionOf, type Part, partField, splitMultipart } from './multipart.ts';

const split = (text: string, boundary = 'B') => splitMultipart(Buffer.from(text, 'latin1'), boundary);
const contents = (parts: readonly Part[] | undefined) =>
  parts?.map(({ content }) => content.toString('latin1'));

describe('a multipart body', () => {
  it('is split at its boundaries, with any line break', () => {
    for (const end of ['\r\n', '\n', '\r']) {
      const lines = ['--B', 'A: 1', 'b: 2', '', 'one', '', '--B', 'A: 3', '', 'two', '--B--', ''];
      const parts = split(lines.join(end));
      assert.deepEqual(contents(parts), [`one${end}`, 'two']);
      assert.deepEqual(parts?.[0]?.fields, [
        ['A', '1'],
        ['b', '2'],
      ]);
    }
  });

  it('may have spaces after boundaries, a preamble and an epilogue', () => {
    const text = 'before\r\n--B \t\r\nA: 1\r\n\r\none\r\n--B \r\nA: 2\r\n\r\ntwo\r\n--B-- after\r\n--B\r\n';
    assert.deepEqual(contents(split(text)), ['one', 'two']);
  });

  it('has content that starts like a boundary', () => {
    for (const content of [
      '--B',
      '--BC',
      '--B-',
      '--Bx--',
      '\r\n--BC\r\n',
      '\r\n--B x\r\n',
      'a--B--',
      '\r\n--b--',
    ]) {
      assert.deepEqual(contents(split(`--B\r\nA: 1\r\n\r\n-${content}\r\n--B--`)), [`-${content}`], content);
    }
  });

  it('may have empty parts, with and without a line break', () => {
    const text = '--B\r\nA: 1\r\n\r\n\r\n--B\r\nA: 2\r\n\r\n--B\r\nA: 3\r\n\r\n\r\n\r\n--B--';
    assert.deepEqual(contents(split(text)), ['', '', '\r\n']);
  });

  it('may have no parts at all', () => {
    assert.deepEqual(split('--B--'), []);
    assert.deepEqual(split('--B--\r\n'), []);
  });

  it('is malformed without its first or last boundary, or a blank line after headers', () => {
    for (const text of [
      '',
      'text',
      '--B',
      '--C--',
      '--B\r\nA: 1\r\n\r\none',
      '--B\r\nA: 1\r\n\r\none\r\n--B\r\n',
      '--B\r\nA: 1\r\n--B--',
      '--B\r\nA: \xff\r\n\r\none\r\n--B--',
    ]) {
      assert.equal(split(text), undefined, JSON.stringify(text));
    }
  });

  it('has boundaries with any characters', () => {
    for (const boundary of ['a.b', '(', '[a-z]+', '$^', '\\', ' ', '\xe9', '--', '0'.repeat(70)]) {
      const text = `--${boundary}\r\nA: 1\r\n\r\none\r\n--${boundary}--`;
      assert.deepEqual(contents(split(text, boundary)), ['one'], boundary);
      assert.equal(split(text.replaceAll(boundary, 'B'), boundary), undefined);
    }
    // The first boundary may follow other hyphens.
    assert.deepEqual(contents(split('-----\r\nA: 1\r\n\r\none\r\n------', '--')), ['one']);
  });

  it('may have headers on several lines, in UTF-8, repeated, or without a colon', () => {
    const [part] =
      split('--B\r\nA: one\r\n two\r\nA:  \xc3\xa9 \r\n x : y\r\nnothing\r\nb:c\r\n:d\r\n\r\n\r\n--B--') ??
      [];
    assert.deepEqual(part?.fields, [
      ['A', 'one two'],
      ['A', 'é  x : y'],
      ['nothing', ''],
      ['b', 'c'],
      ['', 'd'],
    ]);
    assert.deepEqual(split('--B\r\n\r\n\r\none\r\n--B--'), [{ fields: [], content: Buffer.from('one') }]);
  });

  it('has at most a thousand parts', () => {
    const text = (count: number) => `${'--B\r\nA: 1\r\n\r\n\r\n'.repeat(count)}--B--`;
    assert.equal(split(text(1000))?.length, 1000);
    assert.throws(
      () => split(text(1001)),
      (error) => error instanceof ContentLimitError && error.message === 'The body has more than 1000 parts.',
    );
  });

  it('of the maximum size is split in linear time', () => {
    for (const piece of ['\r\n--B', '\n--B ', '--B', '\r', ' ', '\r\n\r\n', '--B\r\n\r\n']) {
      const text = `--B\r\nA: 1\r\n\r\n${piece.repeat(1_000_000 / piece.length)}`;
      try {
        split(text);
      } catch (error) {
        assert.ok(error instanceof ContentLimitError);
      }
    }
  });
});

describe('a part', () => {
  it('has a name, quoted or not', () => {
    for (const [value, name, filename] of [
      ['form-data; name="a"', 'a', undefined],
      ['form-data; name=a; filename=b', 'a', 'b'],
      ['form-data;NAME=""; filename=""', '', ''],
      ['attachment; filename="b;c"', undefined, 'b;c'],
      ["form-data; name=a; filename*=UTF-8''%e2%82%ac", 'a', '€'],
    ] as const) {
      const [part] = split(`--B\r\ncontent-DISPOSITION: ${value}\r\n\r\n\r\n--B--`) ?? [];
      assert.deepEqual(part && dispositionOf(part), { name, filename }, value);
    }
  });

  it('without a header has no disposition', () => {
    const [part] = split('--B\r\nA: 1\r\na: 2\r\n\r\n\r\n--B--') ?? [];
    assert.ok(part);
    assert.equal(dispositionOf(part), undefined);
    assert.equal(partField(part, 'a'), '1');
  });
});

/** The parts that @fastify/busboy parses, each with one field `A`. */
function readByLibrary(body: Buffer): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const parts: Promise<[string, string]>[] = [];
    const dicer = new Dicer({ boundary: 'B' });
    dicer.on('part', (stream) => {
      const chunks: Buffer[] = [];
      let value = '';
      stream.on('header', (header) => {
        value = String(Reflect.get(header, 'a'));
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      parts.push(
        new Promise((done) =>
          stream.on('end', () => done([value, Buffer.concat(chunks).toString('latin1')])),
        ),
      );
    });
    dicer.on('finish', () => resolve(Promise.all(parts)));
    dicer.on('error', reject);
    dicer.end(body);
  });
}

describe('a well-formed body', () => {
  it('is parsed as by @fastify/busboy', async () => {
    const content = fc
      .array(
        fc.oneof(
          fc.constantFrom('\r\n', '\r', '\n', '-', '--', 'B', '\0'),
          fc.string({ unit: 'binary-ascii' }),
        ),
      )
      .map((pieces) => pieces.join(''))
      .filter((text) => !`\r\n${text}`.includes('\r\n--B') && !text.includes('--B'));
    const parts = fc.array(fc.tuple(fc.stringMatching(/^\w{1,5}$/), content), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, async (input) => {
        const text = input.map(([value, data]) => `--B\r\nA: ${value}\r\n\r\n${data}\r\n`).join('');
        const body = Buffer.from(`${text}--B--\r\n`, 'latin1');
        const ours = splitMultipart(body, 'B')?.map(({ fields, content: data }) => [
          fields[0]?.[1],
          data.toString('latin1'),
        ]);
        assert.deepEqual(ours, input);
        assert.deepEqual(await readByLibrary(body), input);
      }),
      { numRuns: 200 },
    );
  });
});
