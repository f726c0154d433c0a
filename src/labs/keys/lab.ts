import type { TSchema } from 'typebox';
import type { LabName } from '../../config/lab-names.ts';
import type { Endpoint } from '../../http/routing/endpoint.ts';
import type { Limits } from '../../responses/composition/to-plan.ts';
import type { Runtime } from '../../runtime.ts';
import type { LabValue } from './keyed-state.ts';

/** A lab with keys. Its folder declares it, and `index.ts` lists it. */
export interface Lab {
  /** First segment of its paths, and its name in the control API and the library: `sequence`. */
  readonly name: string;
  /** Its name in the setting `labs`, and in seed files: `sequences`. */
  readonly setting: LabName;
  /** Endpoints of the testing service, with those of `keyEndpoints`. */
  readonly endpoints: readonly Endpoint[];
  /** How a key is defined before its first request; undefined for a lab that only requests define. */
  readonly definition?: LabDefinition;
  /** Members of attempts that have no value yet, for the library. */
  readonly attemptDefaults?: Readonly<Record<string, unknown>>;
}

/** The definition of a key by data: by PUT, in seed files and in the library. */
export interface LabDefinition<Data = unknown> {
  readonly schema: TSchema;
  /** Of the member of seed files: `sequences of responses`. */
  readonly plural: string;
  /** @throws HttpError 400 for data that match the schema and are invalid. */
  create(data: Data, context: DefinitionContext): LabValue;
}

/** The limits of the server for responses, and its clock. */
export interface DefinitionContext extends Limits {
  readonly runtime: Runtime;
}
