import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decode } from '#test/support/wire/http1/transcript.ts';
import { Comparison } from '#test/support/wire/oracles/compare.ts';
import { NoOracle, openOracle } from '#test/support/wire/oracles/open-oracle.ts';
import { ORACLE_NAMES, type OracleName, type OracleResult } from '#test/support/wire/oracles/oracle.ts';
import { parseArguments } from './arguments.ts';
import { type Fuzzer, InvariantFuzzer } from './fuzzer.ts';
import { formatOutcome, runTarget } from './run.ts';
import { TARGETS } from './targets.ts';

const OPTIONS = parseArguments(['--cases', '10000']);
const NOTES = /^(?:\d+ cases have one of \d+ decided differences\.|A machine retains \d+ bytes .*\.)?$/;
/** The first test of Go compiles its library. */
const timeout = 400_000;

describe('npm run fuzz', () => {
  for (const target of TARGETS)
    it(`has no finding in 10,000 cases of ${target.name}`, { timeout }, async (t) => {
      const { skipped, cases, findings, notes } = await runTarget(target, OPTIONS);
      if (skipped !== undefined) return t.skip(skipped);
      assert.deepEqual(findings, []);
      assert.equal(cases, 10_000);
      // Each decided difference is needed, and there were enough machines to measure their memory.
      assert.match(notes.join('\n'), NOTES);
    });
});

/** What an oracle reads of the bytes. */
async function read(name: OracleName, ...texts: readonly string[]): Promise<readonly OracleResult[]> {
  const oracle = await openOracle(name);
  try {
    return await oracle.parse(texts.map((text) => Buffer.from(text, 'latin1')));
  } finally {
    oracle.close();
  }
}

describe('an oracle', () => {
  const text =
    'POST /a?\xe9 HTTP/1.1\r\nHost: h\r\nX: \xff\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\0\xff\r\n0\r\nX-T: 1\r\n\r\n' +
    '\r\nGET /b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET /c HTTP/1.1\r\nHost: h\r\n\r\n';
  for (const name of ORACLE_NAMES)
    it(`${name} reads requests until one that closes, each byte as a unit`, { timeout }, async (t) => {
      try {
        // The two others reject targets of 8-bit bytes.
        const [result] = await read(name, name === 'go' ? text : text.replace('\xe9', 'e'));
        assert.ok(result);
        assert.deepEqual(
          result.messages.map(({ method, target, version, content, trailers, isComplete }) =>
            [
              method,
              target,
              version,
              content,
              ...trailers.map((each) => each.toLowerCase()),
              isComplete,
            ].join(),
          ),
          [`POST,/a?${name === 'go' ? '\xe9' : 'e'},1.1,\0\xff,x-t,1,true`, 'GET,/b,1.1,,true'],
        );
        assert.ok(result.messages[0]?.fields.includes('\xff'));
        assert.equal(result.error, undefined);
      } catch (error) {
        if (!(error instanceof NoOracle)) throw error;
        t.skip(error.message);
      }
    });

  for (const name of ORACLE_NAMES)
    it(`${name} waits for the rest of content, and has an error for what is no request`, {
      timeout,
    }, async (t) => {
      try {
        const [part, invalid, rest] = await read(
          name,
          'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nabc',
          'G(T / HTTP/1.1\r\nHost: h\r\n\r\n',
          '',
        );
        assert.deepEqual(
          part?.messages.map(({ content, isComplete }) => [content, isComplete]),
          [['abc', false]],
        );
        assert.equal(part.error, undefined);
        assert.deepEqual(invalid?.messages, []);
        assert.ok(invalid.error);
        assert.deepEqual(rest, { messages: [] });
      } catch (error) {
        if (!(error instanceof NoOracle)) throw error;
        t.skip(error.message);
      }
    });
});

describe('a comparison with Go and h11', () => {
  const get = (fields: readonly string[]) => ({
    method: 'GET',
    target: '/a',
    version: '1.1',
    fields,
    content: '',
    trailers: [],
    isComplete: true,
  });
  const compare = (oracle: OracleName, text: string, result: OracleResult) =>
    new Comparison(oracle).compare(decode([`${text}\r\n`]), result) ?? 'equal';
  const text = 'GET /a HTTP/1.1\r\nX: 1\r\nHost: h\r\n';

  it('reads the fields as the oracle preserves them', () => {
    assert.equal(compare('go', text, { messages: [get(['host', 'h', 'x', '1'])] }), 'equal');
    assert.equal(compare('h11', text, { messages: [get(['X', '1', 'Host', 'h'])] }), 'equal');
    assert.match(compare('go', text, { messages: [get(['host', 'h', 'x', '2'])] }), /^message 1: fields is/);
    assert.match(compare('h11', text, { messages: [get(['x', '1', 'Host', 'h'])] }), /^message 1: fields is/);
  });

  it('finds another number of messages', () => {
    const message = get(['host', 'h', 'x', '1']);
    assert.match(compare('go', text, { messages: [message, message] }), /^message 2 is absent, and complete/);
    assert.match(compare('go', text, { messages: [] }), /^message 1 is complete, and absent/);
  });

  it('finds what one of them rejects, and waits for a line', () => {
    assert.match(compare('h11', text, { messages: [], error: 'illegal request line' }), /^accepted: /);
    assert.match(
      compare('go', 'GET /a\tHTTP/1.1\r\n', { messages: [get([])] }),
      /^rejected: Tab in the target/,
    );
    assert.equal(compare('go', 'GET /a\tHTTP/1.1\r\n', { messages: [] }), 'equal');
  });

  it('counts decided differences', () => {
    const comparison = new Comparison('go');
    comparison.compare(decode(['GET /a HTTP/1.1\n']), { messages: [get([])] });
    assert.deepEqual([...comparison.found.values()], [1]);
  });
});

describe('a run', () => {
  const use = (fuzzer: Fuzzer) => ({
    name: 'hpack' as const,
    purpose: '',
    use: (action: (each: Fuzzer) => Promise<void>) => action(fuzzer),
  });
  const failing = new InvariantFuzzer((draw) => {
    if (draw(1000) === 0) throw new Error('wrong');
  }, 1000);

  it('prints the number of a case that has a finding, which repeats it', async () => {
    const { findings } = await runTarget(use(failing), parseArguments(['--cases', '10000']));
    const number = findings[0]?.number ?? -1;
    assert.ok(number >= 0);
    const again = await runTarget(use(failing), parseArguments(['--from', String(number), '--cases', '1']));
    assert.equal(again.cases, 1);
    assert.match(formatOutcome(again, 1), new RegExp(`^ {2}Case ${number}: Error: wrong$`, 'm'));
  });

  it('ends after many findings, or at its time', async () => {
    const broken = new InvariantFuzzer(() => {
      throw new Error('wrong');
    }, 1000);
    assert.equal((await runTarget(use(broken), OPTIONS)).cases, 200);
    assert.equal((await runTarget(use(failing), { ...OPTIONS, milliseconds: 0 })).cases, 0);
  });

  it('finds machines that retain more than they may', async () => {
    const leaking = new InvariantFuzzer((_, live) => live.add({ bytes: Buffer.alloc(50_000, 1) }), 40_000);
    const { findings } = await runTarget(use(leaking), parseArguments(['--cases', '200']));
    assert.match(findings[0]?.what ?? '', /^A machine retains 5\d{4} bytes on average, of 40000\.$/);
  });

  it('is not run without the program of an oracle', async () => {
    const target = { ...use(failing), use: () => Promise.reject(new NoOracle('go is not installed here')) };
    const outcome = await runTarget(target, OPTIONS);
    assert.equal(formatOutcome(outcome, 1), 'hpack was not run: go is not installed here.\n');
  });

  it('rejects unknown targets and numbers', () => {
    assert.throws(() => parseArguments(['http3']), /^Error: http3 is not one of llhttp, go, h11, /);
    assert.throws(() => parseArguments(['--cases', 'x']), /--cases must be a whole number/);
  });
});
