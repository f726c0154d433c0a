import { type Static, Type } from 'typebox';
import type { Runtime } from '../runtime.ts';

export const ClockView = Type.Object({
  now: Type.String({ format: 'date-time' }),
  mode: Type.Union([Type.Literal('running'), Type.Literal('frozen')]),
});

export function toClockView({ now, clock }: Pick<Runtime, 'now' | 'clock'>): Static<typeof ClockView> {
  return { now: new Date(now()).toISOString(), mode: clock.isFrozen() ? 'frozen' : 'running' };
}
