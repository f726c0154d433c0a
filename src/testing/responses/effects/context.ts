import type { LabName } from '#config/settings/lab-names.ts';
import type { SendContext } from '../send/context.ts';

/** What the effects of rules need. */
export interface EffectContext extends SendContext {
  readonly enabledLabs: readonly LabName[];
  /** Maximum size in bytes of a body that is read before an error. */
  readonly maxUploadSize: number;
}

/** What the effects on a request need. */
export interface AppliedContext extends EffectContext {
  /** Called when the response cannot carry the effects, so that they do not count. */
  release(): Promise<void>;
}
