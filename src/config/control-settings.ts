import { setting } from './setting.ts';
import { integer, text, toggle } from './value-types.ts';

const CONTROL = 'Control';

/** How the server is watched and directed while it runs. */
export const controlSettings = {
  auditLimit: setting({
    type: integer('COUNT', 0, 100_000_000),
    default: 100_000,
    sentence: 'Most rows that the audit of calls keeps; 0 switches it off.',
    group: CONTROL,
  }),
  control: setting({
    type: toggle,
    default: true,
    sentence:
      'Serves the control API at /_sparring, to programs on this machine and to whoever has the token.',
    group: CONTROL,
  }),
  controlToken: setting<string | undefined>({
    type: text('TOKEN', 'a token of 16 to 255 letters, digits and other visible ASCII', /^[!-~]{16,255}$/),
    default: undefined,
    sentence:
      'Token that opens the control API to programs elsewhere; without it, to none. A list of processes shows the flag.',
    group: CONTROL,
    secret: () => '***',
    fileFlag: true,
  }),
};
