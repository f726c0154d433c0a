import type { ServerSettings } from '../config/settings.ts';
import type { Endpoint } from '../http/endpoint.ts';

type LabName = ServerSettings['enabledLabs'][number];

/** First segments of the paths of labs. */
const LAB_PATHS: Readonly<Partial<Record<string, LabName>>> = { sequence: 'sequences', limit: 'limits' };

/** The endpoints without those of disabled labs, whose paths are unknown. */
export function enabledEndpoints(endpoints: readonly Endpoint[], enabled: readonly LabName[]): Endpoint[] {
  return endpoints.filter(({ path }) => {
    const lab = LAB_PATHS[path.split('/')[1] ?? ''];
    return lab === undefined || enabled.includes(lab);
  });
}
