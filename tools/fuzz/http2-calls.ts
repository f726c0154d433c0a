import assert from 'node:assert/strict';
import type { Draw } from '#test/support/wire/draw.ts';
import { Chaos } from '#test/support/wire/http2-chaos/chaos.ts';

const STEPS = 150;

/** One connection whose handler calls the machine at random, and whose client is strict. */
export function checkHttp2Calls(draw: Draw): void {
  const chaos = new Chaos(draw);
  for (let step = 0; step < STEPS; step++) chaos.step();
  chaos.finish();
  const errors = chaos.calls.filter((call) => call.startsWith('error '));
  assert.ok(errors.length <= 1, errors.join('\n'));
}
