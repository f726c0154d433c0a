import type { TestingContext } from '../context.ts';

/** What faults need of the testing service. */
export type FaultContext = Pick<TestingContext, 'runtime' | 'maxDuration'>;
