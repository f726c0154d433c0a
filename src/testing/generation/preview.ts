import type { Runtime } from '#runtime.ts';
import type { ResponsePlan } from '../responses/plan/response-plan.ts';
import { previewResponse } from '../responses/send/preview.ts';
import type { ResponsePreview } from '../responses/send/preview-schema.ts';
import { setsCors } from '../responses/send/send.ts';
import { fieldsWithoutOrigin, upperCaseReasonPhrase } from './format.ts';

/** The bytes of a composed response of the testing service to a GET without `Origin`. */
export function previewComposition(
  plan: ResponsePlan,
  runtime: Pick<Runtime, 'bytes' | 'machineNow'>,
): ResponsePreview {
  const commonFields = fieldsWithoutOrigin(setsCors(plan));
  return previewResponse(plan, { commonFields, reasonPhrase: upperCaseReasonPhrase }, runtime);
}
