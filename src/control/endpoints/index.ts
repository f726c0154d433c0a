import type { Endpoint } from '../../http/endpoint.ts';
import { listCalls, listUses } from '../../operations/audit.ts';
import { changeClock, readClock } from '../../operations/clock.ts';
import { readLifecycle, replaceLifecycle, resetLifecycle } from '../../operations/lifecycle.ts';
import { readOneTimePassword } from '../../operations/one-time-password.ts';
import { listMessages } from '../../operations/outbox.ts';
import { reset } from '../../operations/reset.ts';
import { seed } from '../../operations/seed.ts';
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from '../../operations/snapshots.ts';
import { toEndpoint } from '../operation-endpoint.ts';
import { addFault, clearFaults, deleteFault, listFaults, readFault } from './faults.ts';
import { health } from './health.ts';
import { inspector } from './inspector.ts';
import { defineLabKey, deleteLabKey, listLabKeys, readLabKey } from './labs.ts';
import { metrics } from './metrics.ts';
import { panel } from './panel.ts';
import { panelAudit } from './panel-audit.ts';
import { ready } from './ready.ts';
import { deleteRequests, listRequests, readRequest } from './requests.ts';
import { readRequestAs } from './requests-as.ts';
import { awaitRequests } from './requests-await.ts';
import { listBins } from './requests-bins.ts';
import { compareRequests } from './requests-diff.ts';
import { exportRequests } from './requests-har.ts';
import { liveRequests } from './requests-live.ts';
import { replayRequest } from './requests-replay.ts';
import { readRequestBody } from './requests-request-body.ts';
import { readResponseBody } from './requests-response-body.ts';
import { verifyRequests } from './requests-verify.ts';
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
  listRequests,
  listBins,
  readRequest,
  readRequestBody,
  readResponseBody,
  readRequestAs,
  compareRequests,
  replayRequest,
  awaitRequests,
  verifyRequests,
  exportRequests,
  liveRequests,
  deleteRequests,
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
  addFault,
  listFaults,
  readFault,
  deleteFault,
  clearFaults,
  listLabKeys,
  readLabKey,
  defineLabKey,
  deleteLabKey,
  toEndpoint(listCalls),
  toEndpoint(listUses),
];
