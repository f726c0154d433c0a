import type { Endpoint } from '../../../http/routing/endpoint.ts';
import { listCalls, listUses } from '../../../operations/audit.ts';
import { changeClock, readClock } from '../../../operations/clock.ts';
import { addFault, clearFaults, deleteFault, listFaults, readFault } from '../../../operations/faults.ts';
import { defineLabKey, deleteLabKey, listLabKeys, readLabKey } from '../../../operations/labs.ts';
import { readLifecycle, replaceLifecycle, resetLifecycle } from '../../../operations/lifecycle.ts';
import { readOneTimePassword } from '../../../operations/one-time-password.ts';
import { listMessages } from '../../../operations/outbox.ts';
import { clearRequests, listBins, listRequests, readRequest } from '../../../operations/requests.ts';
import { readRequestAs } from '../../../operations/requests-as.ts';
import { awaitRequests } from '../../../operations/requests-await.ts';
import { compareRequests } from '../../../operations/requests-diff.ts';
import { exportRequests } from '../../../operations/requests-har.ts';
import { verifyRequests } from '../../../operations/requests-verify.ts';
import { reset } from '../../../operations/reset.ts';
import { seed } from '../../../operations/seed.ts';
import {
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from '../../../operations/snapshots.ts';
import { toEndpoint } from '../operation-endpoint.ts';
import { health } from './health.ts';
import { inspector } from './inspector.ts';
import { metrics } from './metrics.ts';
import { panel } from './panel.ts';
import { panelAudit } from './panel-audit.ts';
import { ready } from './ready.ts';
import { liveRequests } from './requests-live.ts';
import { replayRequest } from './requests-replay.ts';
import { readRequestBody } from './requests-request-body.ts';
import { readResponseBody } from './requests-response-body.ts';
import { overview } from './root.ts';

/** Every endpoint of the control API, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  overview,
  inspector,
  panel,
  panelAudit,
  health,
  ready,
  metrics,
  toEndpoint(listRequests),
  toEndpoint(listBins),
  toEndpoint(readRequest),
  readRequestBody,
  readResponseBody,
  toEndpoint(readRequestAs),
  toEndpoint(compareRequests),
  replayRequest,
  toEndpoint(awaitRequests),
  toEndpoint(verifyRequests),
  toEndpoint(exportRequests),
  liveRequests,
  toEndpoint(clearRequests),
  toEndpoint(seed),
  toEndpoint(reset),
  toEndpoint(takeSnapshot),
  toEndpoint(listSnapshots),
  toEndpoint(restoreSnapshot),
  toEndpoint(deleteSnapshot),
  toEndpoint(listMessages),
  toEndpoint(readOneTimePassword),
  toEndpoint(readClock),
  toEndpoint(changeClock),
  toEndpoint(readLifecycle),
  toEndpoint(replaceLifecycle),
  toEndpoint(resetLifecycle),
  toEndpoint(addFault),
  toEndpoint(listFaults),
  toEndpoint(readFault),
  toEndpoint(deleteFault),
  toEndpoint(clearFaults),
  toEndpoint(listLabKeys),
  toEndpoint(readLabKey),
  toEndpoint(defineLabKey),
  toEndpoint(deleteLabKey),
  toEndpoint(listCalls),
  toEndpoint(listUses),
];
