import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatUsage, parseArguments } from './arguments.ts';

const NAMES = ['routes', 'scaling', 'soak'];

describe('the arguments of the benchmark', () => {
  it('select measurements, all but the longest by default, with counts', () => {
    const defaults = {
      markdown: false,
      into: undefined,
      rounds: 5,
      milliseconds: 600,
      records: 100_000,
      help: false,
    };
    assert.deepEqual(parseArguments([], NAMES), { ...defaults, names: ['routes', 'scaling'] });
    assert.deepEqual(
      parseArguments(
        ['soak', '--rounds', '3', '--milliseconds=300', '--records', '1000', '--into', 'x.md'],
        NAMES,
      ),
      { ...defaults, names: ['soak'], rounds: 3, milliseconds: 300, records: 1000, into: 'x.md' },
    );
    assert.deepEqual(parseArguments(['--help', '--markdown'], NAMES), {
      ...defaults,
      names: ['routes', 'scaling'],
      help: true,
      markdown: true,
    });
  });

  it('are rejected with a sentence', () => {
    for (const [args, message] of [
      [['route'], 'route is none of routes, scaling, soak'],
      [['--rounds', '0'], '--rounds takes a positive whole number, not "0"'],
      [['--records', '1.5'], '--records takes a positive whole number, not "1.5"'],
      [['--milliseconds', 'x'], '--milliseconds takes a positive whole number, not "x"'],
    ] as const)
      assert.throws(() => parseArguments(args, NAMES), { message });
    assert.throws(() => parseArguments(['--round', '1'], NAMES), { code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' });
  });

  it('are described', () => {
    assert.match(formatUsage(NAMES), /\n {2}routes scaling soak\n/);
    for (const option of ['rounds', 'milliseconds', 'records', 'markdown', 'into', 'help'])
      assert.match(formatUsage(NAMES), new RegExp(`\\n {2}--${option} `));
  });
});
