import { Type } from 'typebox';
import type { Schedule } from '../../authorizations/lifecycle/schedule.ts';
import { presetNames } from '../../authorizations/lifecycle/schedule-presets.ts';
import { parseTimestamp, timestampExpectation } from '../../http/timestamp.ts';
import { endpoint } from '../context.ts';
import { invalidQuery, problems, rejectUsage, unprocessable } from '../errors.ts';
import { LifecycleView } from '../lifecycle-view.ts';

export const readLifecycle = endpoint({
  path: '/_sparring/lifecycle',
  methods: ['GET'],
  tag: 'Time',
  summary: 'Returns the phase of the deprecated interface, now or at another time.',
  query: {
    at: Type.Optional(
      Type.String({ maxLength: 40, description: 'A timestamp, such as 2020-11-13T16:00:00Z.' }),
    ),
  },
  responses: { 200: LifecycleView, ...problems(400, 403) },
  examples: [
    { path: '/_sparring/lifecycle', status: 200 },
    { path: '/_sparring/lifecycle?at=2020-11-13T16:00:00Z', status: 200 },
    { path: '/_sparring/lifecycle?at=soon', status: 400 },
  ],

  handle({ query, exchange, service }) {
    const at = query.at === undefined ? service.runtime.now() : parseTimestamp(query.at);
    if (at === undefined) throw invalidQuery('at', `must be ${timestampExpectation}`);
    exchange.json(200, service.lifecycle.describe(at));
  },
});

export const setLifecycle = endpoint({
  path: '/_sparring/lifecycle',
  methods: ['PUT'],
  tag: 'Time',
  summary: 'Sets the schedule of the lifecycle: a preset, or a custom schedule.',
  body: Type.Object(
    {
      preset: Type.Optional(Type.Unknown({ description: `One of ${presetNames.join(', ')}.` })),
      phases: Type.Optional(Type.Unknown({ description: 'A list of phases, as in a schedule file.' })),
      path_tokens: Type.Optional(
        Type.Unknown({ description: 'The phases of the endpoints with the token in their path.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: LifecycleView, ...problems(400, 403, 422) },
  examples: [
    { path: '/_sparring/lifecycle', body: '{"preset":"github"}', status: 200 },
    {
      path: '/_sparring/lifecycle',
      body: '{"phases":[{"phase":"deprecated"},{"phase":"removed","from":"2030-01-01","status":410}]}',
      status: 200,
    },
    { path: '/_sparring/lifecycle', body: '{"preset":"githup"}', status: 422 },
  ],

  async handle({ body, exchange, service }) {
    const { preset, ...phases } = body;
    if (preset !== undefined && Object.keys(phases).length > 0)
      throw unprocessable('The body must have either preset or phases, not both.');
    await service.lifecycle.replace(await toSchedule(preset ?? phases));
    exchange.json(200, service.lifecycle.describe());
  },
});

export const resetLifecycle = endpoint({
  path: '/_sparring/lifecycle',
  methods: ['DELETE'],
  tag: 'Time',
  summary: 'Restores the schedule that the server started with.',
  responses: { 200: LifecycleView, ...problems(400, 403) },
  examples: [{ path: '/_sparring/lifecycle', status: 200 }],

  async handle({ exchange, service }) {
    await service.lifecycle.reset();
    exchange.json(200, service.lifecycle.describe());
  },
});

async function toSchedule(given: unknown): Promise<Schedule> {
  // Loaded on demand: the validation takes longer to load than all modules of a start.
  const { toGivenSchedule } = await import('../../seed/schedule.ts');
  try {
    return toGivenSchedule(given);
  } catch (error) {
    return rejectUsage(error);
  }
}
