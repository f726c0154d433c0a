import { Gatherer } from './gatherer.ts';
import { Semaphores } from './semaphores.ts';

/** What the primary process keeps for all of its workers. */
export class WorkerGroup extends Gatherer {
  readonly tryAcquire = new Semaphores().tryAcquire;
}
