import { authentication } from './peer-routes/authentication.ts';
import { formats } from './peer-routes/formats.ts';
import { generated } from './peer-routes/generated.ts';
import { inspection } from './peer-routes/inspection.ts';
import { methods } from './peer-routes/methods.ts';
import { navigation } from './peer-routes/navigation.ts';
import type { PeerRoute } from './peer-routes/peer-route.ts';

/** Every route of every peer, beside ours, by what it is for. */
export const peerRoutes: ReadonlyMap<string, readonly PeerRoute[]> = new Map([
  ['Methods and bodies', methods],
  ['Authentication', authentication],
  ['Status, requests and responses', inspection],
  ['Formats', formats],
  ['Generated data', generated],
  ['Cookies, redirects, composition and documentation', navigation],
]);
