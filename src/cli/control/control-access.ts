import type { ServerSettings } from '#config/settings/settings.ts';
import { requiresToken, type TokenSettings } from '#control/api/token-requirement.ts';

/** Describes who has access to the control API, for the output of the start and for `sparring doctor`. */
export function formatControlAccess(settings: TokenSettings & Pick<ServerSettings, 'control'>): string {
  if (!settings.control) return 'disabled';
  if (settings.controlToken !== undefined) return 'clients with the control token';
  if (requiresToken(settings))
    return 'only the commands of this user, because the settings name a proxy or another host; for other clients, use --control-token-file or --control-port';
  if (settings.controlPort !== undefined) return 'programs on this machine, at the control port only';
  return 'programs on this machine, also a reverse proxy; behind one, use --control-port or --control-token-file';
}
