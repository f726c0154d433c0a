import { ORACLE_NAMES, type OracleName } from '#test/support/wire/oracles/oracle.ts';
import { openDifferential } from './differential.ts';
import { type CaseCheck, type Fuzzer, InvariantFuzzer } from './fuzzer.ts';
import { checkHpack } from './hpack.ts';
import { createHttp1Check } from './http1.ts';
import { checkHttp2 } from './http2.ts';
import { checkHttp2Calls } from './http2-calls.ts';

export const TARGET_NAMES = [...ORACLE_NAMES, 'http1', 'http2', 'http2-calls', 'hpack'] as const;

export type TargetName = (typeof TARGET_NAMES)[number];

export interface Target {
  readonly name: TargetName;
  readonly purpose: string;
  /** Starts what the target needs, and closes it after the action. @throws NoOracle */
  readonly use: (action: (fuzzer: Fuzzer) => Promise<void>) => Promise<void>;
}

function comparison(name: OracleName, purpose: string): Target {
  return {
    name,
    purpose,
    use: async (action) => {
      const { fuzzer, close } = await openDifferential(name);
      try {
        await action(fuzzer);
      } finally {
        close();
      }
    },
  };
}

function invariants(
  name: TargetName,
  purpose: string,
  createCheck: () => CaseCheck,
  maxBytes: number,
): Target {
  return { name, purpose, use: (action) => action(new InvariantFuzzer(createCheck(), maxBytes)) };
}

export const TARGETS: readonly Target[] = [
  comparison('llhttp', 'compares the decoder of HTTP/1 with the parser of Node'),
  comparison('go', 'compares it with net/http of Go'),
  comparison('h11', 'compares it with h11 of Python'),
  invariants(
    'http1',
    'checks the calls, the limits and the memory of the decoder of HTTP/1',
    createHttp1Check,
    40_000,
  ),
  invariants('http2', 'checks those of the machine of HTTP/2', () => checkHttp2, 60_000),
  invariants(
    'http2-calls',
    'checks them, and all windows, with a handler that calls the machine at random',
    () => checkHttp2Calls,
    0,
  ),
  invariants('hpack', 'checks those of the decoder of header blocks', () => checkHpack, 15_000),
];
