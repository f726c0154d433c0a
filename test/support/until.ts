import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds, up to 60 s by default, because a busy machine delays any process. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds = 60_000,
): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `${condition} does not hold`);
    await sleep(5);
  }
}

/** Checks that a condition holds for this time, in which a wrong event would occur. */
export async function holdsFor(
  milliseconds: number,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    assert.ok(await condition(), `${condition} no longer holds`);
    await sleep(5);
  }
}
