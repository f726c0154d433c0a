import type { TObject, TSchema } from 'typebox';
import type { LabName } from '#config/settings/lab-names.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Target } from '#http/syntax/target.ts';
import type { Controls } from '#pages/components/form-controls.ts';
import type { Markup } from '#pages/html.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import type { FaultSubject } from '../../responses/plan/fault-problem.ts';
import type { KeyRequest, LabLogic } from './logic.ts';
import type { TargetProblem } from './target-problem.ts';

/** A lab with keys. Its folder declares it, and `index.ts` lists it. */
export interface Lab {
  /** First segment of its paths, and its name in the control API and the library: `sequence`. */
  readonly name: string;
  /** Its name in the setting `labs`, and in seed files: `sequences`. */
  readonly setting: LabName;
  readonly logic: LabLogic;
  /** Endpoints of the testing service, with those of `keyEndpoints`. */
  readonly endpoints: readonly Endpoint[];
  /** How a key is defined before its first request; undefined for a lab that only requests define. */
  readonly definition?: LabDefinition;
  /** Its part of the page `/compose/builder`; undefined for a lab that the page does not compose. */
  readonly builder?: LabBuilder;
  /** What it decided about an attempt, in members of the attempt. The library adds the defaults before the decision. */
  readonly outcome?: TObject;
}

/** The definition of a key by data: by PUT, in seed files and in the library. */
export interface LabDefinition<Data = unknown> {
  readonly schema: TSchema;
  /** Names the member of seed files: `sequences of responses`. */
  readonly plural: string;
  /** The definition of the key, as in its requests. @throws HttpError 400 for data that match the schema and are invalid. */
  parse(data: Data, limits: Limits): unknown;
}

/** A target of a lab that the builder page has composed. It is not requested. */
export interface BuiltTarget {
  readonly target: Target;
  readonly request: FaultSubject;
  readonly limits: Limits;
}

/** How the builder page composes a target of the lab. */
export interface LabBuilder {
  /** The text of the choice: `Sequence`. */
  readonly label: string;
  /** The title of its controls: `Sequence`. */
  readonly title: string;
  /** The controls of the directives that are not those of a response. */
  readonly settings: (controls: Controls) => readonly Markup[];
  /** The controls of the directives of a step, for a lab whose paths have steps with `then` between them. */
  readonly step?: (controls: Controls) => readonly Markup[];
  /** The error that a request of the target would get for each key. */
  readonly check: (built: BuiltTarget) => TargetProblem | undefined;
  /** What the key would get of the request. */
  readonly toRequest: (built: BuiltTarget) => KeyRequest;
}
