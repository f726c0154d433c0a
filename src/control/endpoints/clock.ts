import { ClockChange, ClockView, changeClock, toClockView } from '../clock.ts';
import { endpoint } from '../context.ts';
import { problems, unprocessable } from '../errors.ts';

export const readClock = endpoint({
  path: '/_sparring/clock',
  methods: ['GET'],
  tag: 'Time',
  summary: 'Returns the time of the server.',
  responses: { 200: ClockView, ...problems(400, 403) },
  examples: [{ path: '/_sparring/clock', status: 200 }],

  handle({ exchange, service }) {
    exchange.json(200, toClockView(service.runtime));
  },
});

export const setClock = endpoint({
  path: '/_sparring/clock',
  methods: ['PUT'],
  tag: 'Time',
  summary: 'Freezes, sets, advances or releases the clock of the server.',
  description:
    'Timestamps, expiry, one-time passwords, lockouts and the lifecycle use this clock. While it is frozen, a delay advances it and ends at once.',
  body: ClockChange,
  responses: { 200: ClockView, ...problems(400, 403, 422) },
  examples: [
    { path: '/_sparring/clock', body: '{"freeze":"2020-11-13T15:59:59Z"}', status: 200 },
    { path: '/_sparring/clock', body: '{"advance":"1h30m"}', status: 200 },
    { path: '/_sparring/clock', body: '{"release":true}', status: 200 },
    { path: '/_sparring/clock', body: '{"frieze":true}', status: 422 },
  ],

  async handle({ body, exchange, service }) {
    await service.clock.change((clock) => {
      const problem = changeClock(clock, body);
      if (problem !== undefined) throw unprocessable(problem);
    });
    exchange.json(200, toClockView(service.runtime));
  },
});
