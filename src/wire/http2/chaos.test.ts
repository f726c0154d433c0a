import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDraw } from '#test/support/wire/draw.ts';
import { Chaos } from '#test/support/wire/http2-chaos/chaos.ts';

const RUNS = Number(process.env.WIRE_RUNS ?? 300);
const STEPS = 150;

describe('random frames, with a handler that calls the machine at random', () => {
  it(`keep all counters and windows, and a strict client accepts the output (${RUNS} seeds)`, () => {
    const phases = new Map<string, number>();
    for (let seed = 1; seed <= RUNS; seed++) {
      try {
        const chaos = new Chaos(createDraw(seed));
        for (let step = 0; step < STEPS; step++) chaos.step();
        chaos.finish();
        phases.set(chaos.machine.phase, (phases.get(chaos.machine.phase) ?? 0) + 1);
        assert.ok(chaos.calls.filter((call) => call.startsWith('error ')).length <= 1);
      } catch (error) {
        throw new Error(`Seed ${seed}`, { cause: error });
      }
    }
    // Neither all nor none of the connections fail.
    for (const phase of ['open', 'failed', 'final'])
      assert.ok((phases.get(phase) ?? 0) * 60 > RUNS, JSON.stringify([...phases]));
  });
});
