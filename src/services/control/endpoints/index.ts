import type { Endpoint } from '../../../http/routing/endpoint.ts';
import { operations } from '../../../operations/index.ts';
import { toEndpoint } from '../operation-endpoint.ts';
import { health } from './health.ts';
import { inspector } from './inspector.ts';
import { metrics } from './metrics.ts';
import { panel } from './panel.ts';
import { panelAudit } from './panel-audit.ts';
import { panelRules } from './panel-rules.ts';
import { ready } from './ready.ts';
import { liveRequests } from './requests-live.ts';
import { replayRequest } from './requests-replay.ts';
import { overview } from './root.ts';

/** Every endpoint of the control API, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  overview,
  inspector,
  panel,
  panelRules,
  panelAudit,
  health,
  ready,
  metrics,
  liveRequests,
  replayRequest,
  ...operations.map(toEndpoint),
];
