import { type EraName, eraNames } from '../authorizations/eras/era.ts';
import { setting } from './setting.ts';
import { choice, integer, text, toggle } from './value-types.ts';

const INTERFACE = 'Authorization API';

/** In whose manner the API answers, and how strictly. */
export const interfaceSettings = {
  era: setting<EraName>({
    type: choice('ERA', eraNames),
    default: 'ghes-3.0',
    sentence: `The release whose manner the API has: ${eraNames.join(', ')}.`,
    group: INTERFACE,
  }),
  lifecycle: setting({
    type: text('LIFECYCLE', 'supported, deprecated, github or the path of a file'),
    default: 'deprecated',
    sentence:
      "The API's way to its end: supported, deprecated, github (the days of github.com), or a YAML or JSON file.",
    group: INTERFACE,
  }),
  deprecationHeaders: setting({
    type: toggle,
    default: true,
    sentence: 'Says in headers on each answer of the API that it is deprecated.',
    group: INTERFACE,
  }),
  rateLimit: setting<number | undefined>({
    type: integer('COUNT', 0, 1_000_000_000),
    default: undefined,
    sentence:
      'Calls of the API an hour for each user, counted by each process for itself; 0 counts none. Without it, as the release has it, which is none on an appliance.',
    group: INTERFACE,
  }),
  privateMode: setting({
    type: toggle,
    default: false,
    sentence: 'Answers no call of the API without credentials, as an appliance in private mode does.',
    group: INTERFACE,
  }),
  noteRequired: setting<boolean | undefined>({
    type: toggle,
    default: undefined,
    sentence: 'Makes no personal token without a note. Without it, as the release has it.',
    group: INTERFACE,
  }),
  lenientPut: setting({
    type: toggle,
    default: false,
    sentence:
      'Lets the body of PUT /authorizations/clients/{client_id} say the client ID once more, as go-github up to 28 does; otherwise the key is refused.',
    group: INTERFACE,
  }),
  putLocation: setting({
    type: toggle,
    default: false,
    sentence:
      'Gives a Location also to the answer of PUT /authorizations/clients/{client_id} that finds an authorization: so says the documentation, and no recording.',
    group: INTERFACE,
  }),
};
