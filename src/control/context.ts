import type { AuthorizationParts } from '../authorizations/parts.ts';
import { declareFor } from '../http/endpoint.ts';
import type { Surroundings } from '../http/service.ts';
import type { Controls } from './controls.ts';
import type { FaultCheck } from './fault-check.ts';
import type { KeptSnapshots } from './kept-snapshots.ts';

/** What the handlers of the control API are given. */
export interface ControlContext extends Surroundings {
  readonly controls: Controls;
  readonly parts: AuthorizationParts;
  readonly snapshots: KeptSnapshots;
  readonly checkFault: FaultCheck;
  /** Version of the package. */
  readonly version: string;
}

export const endpoint = declareFor<ControlContext>();
