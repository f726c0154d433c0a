import { declareFor } from '#http/routing/endpoint.ts';
import type { ServiceDependencies } from '#http/routing/service.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import type { SendContext } from '../../responses/send/context.ts';
import type { Labs } from './labs.ts';

/** The context of the endpoints of labs, which the testing service provides. */
export interface LabContext extends ServiceDependencies, SendContext, Limits {
  readonly runtime: ServiceDependencies['runtime'];
  /** Keys of the labs with memory, and the attempts at them. */
  readonly labs: Labs;
  /** Maximum size in bytes of a body that is read before the response. */
  readonly maxUploadSize: number;
}

export const endpoint = declareFor<LabContext>();
