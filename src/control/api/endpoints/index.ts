import type { Endpoint } from '#http/routing/endpoint.ts';
import { readBins } from '../../operations/bins/bins.ts';
import { operations } from '../../operations/index.ts';
import { buildEndpoint } from '../operation-endpoint.ts';
import { pageOrData } from '../page-or-data.ts';
import { binsForm } from './bins-form.ts';
import { health } from './health.ts';
import { inspector, inspectorEntry } from './inspector.ts';
import { inspectorComparison } from './inspector-compare.ts';
import { inspectorForm } from './inspector-form.ts';
import { metrics } from './metrics.ts';
import { newBin } from './new-bin.ts';
import { pageScript } from './pages.ts';
import { panel } from './panel.ts';
import { panelAudit } from './panel-audit.ts';
import { panelClock } from './panel-clock.ts';
import { panelData } from './panel-data.ts';
import { panelLifecycle } from './panel-lifecycle.ts';
import { panelOutbox } from './panel-outbox.ts';
import { panelRules } from './panel-rules.ts';
import { ready } from './ready.ts';
import { liveRequests } from './requests-live.ts';
import { replayRequest } from './requests-replay.ts';
import { overview } from './root.ts';

/** Every endpoint of the control API, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  overview,
  inspector,
  inspectorEntry,
  inspectorComparison,
  inspectorForm,
  pageScript,
  panel,
  panelRules,
  panelClock,
  panelData,
  panelLifecycle,
  panelOutbox,
  panelAudit,
  health,
  ready,
  metrics,
  liveRequests,
  replayRequest,
  newBin,
  binsForm,
  ...operations.map((operation) => withPage(operation.name, buildEndpoint(operation))),
];

/** The endpoints that are pages in a browser. */
function withPage(operation: string, endpoint: Endpoint): Endpoint {
  if (operation === 'bins.list')
    return pageOrData(endpoint, async ({ exchange, service, access }) => {
      const { sendBinsPage } = await import('../../pages/bins/send-bins.ts');
      await sendBinsPage(exchange, service, access, () => readBins(service.operations));
    });
  if (operation === 'bins.read')
    return pageOrData(endpoint, async ({ exchange, service, access, params }) => {
      const { sendInspector } = await import('../../pages/bin/send-inspector.ts');
      await sendInspector(exchange, service, access, { bin: String(params.key), filter: '' });
    });
  return endpoint;
}
