import { createTest, expect, test } from 'sparring/vitest';

test('has a part of the running server', async ({ sparring }) => {
  sparring.respond('GET /v1/users/{id}', { json: { name: 'Mona' } });
  expect(await (await fetch(`${sparring.url}/v1/users/1`)).json()).toEqual({ name: 'Mona' });
  expect(sparring).toHaveReceivedTimes('/v1/users/{id}', 1);
  expect(() => sparring.clock.freeze()).toThrow(/users of the server at SPARRING_URL/);
});

const seeded = createTest({ seed: {} });
seeded('has a server of its own for an option of a start', ({ sparring }) => {
  sparring.clock.freeze();
  expect(sparring.clock.isMoved()).toBe(true);
});
