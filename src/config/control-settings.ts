import { setting } from './setting.ts';
import { integer, text, toggle } from './value-types.ts';

const CONTROL = 'Control';

/** Settings of the audit and the control API. */
export const controlSettings = {
  auditLimit: setting({
    type: integer('COUNT', 0, 100_000_000),
    default: 100_000,
    sentence: 'Maximum number of rows in the audit; 0 disables it.',
    group: CONTROL,
  }),
  control: setting({
    type: toggle,
    default: true,
    sentence:
      'Serves the control API at /_sparring to programs on this machine and to clients with the token.',
    group: CONTROL,
  }),
  controlToken: setting<string | undefined>({
    type: text('TOKEN', 'a token of 16 to 255 letters, digits and other visible ASCII', /^[!-~]{16,255}$/),
    default: undefined,
    sentence:
      'Token for clients of the control API on other machines; without it, they have no access. Process lists show the flag.',
    group: CONTROL,
    secret: () => '***',
    fileFlag: true,
  }),
};
