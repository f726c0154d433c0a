import { CONFIGURATIONS } from './support/servers/configurations.ts';
import { inConfigurations } from './support/servers/in-configurations.ts';
import {
  assertEndpointsAnswer,
  bodiesWrongAtOnce,
  rejectedBodyOptions,
} from './support/servers/rejected-body-cases.ts';

// `rejected-bodies.test.ts` has the first configuration, and an endpoint of each kind in the others.
inConfigurations({ options: rejectedBodyOptions }, (it, configuration) => {
  if (configuration === CONFIGURATIONS[0]) return;
  it('every endpoint answers a body that the parser rejects, and is released', (server) =>
    assertEndpointsAnswer(server, 'all', bodiesWrongAtOnce));
});
