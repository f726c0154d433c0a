import { endings } from './endings.ts';
import type { FaultKind } from './fault-kind.ts';
import { framing } from './framing.ts';
import { heads } from './heads.ts';

/** All kinds of faults. */
export const faultKinds: readonly FaultKind[] = [...endings, ...heads, ...framing];
