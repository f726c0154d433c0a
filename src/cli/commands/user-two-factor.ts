import type { Command } from 'commander';
import { changeUser } from '../../authorizations/accounts.ts';
import { createTotpSecret, toTotpUri } from '../../authorizations/sign-in/totp.ts';
import { UsageError } from '../../config/usage-error.ts';
import { stripEnd } from '../../http/syntax/text.ts';
import type { TwoFactor, User } from '../../store/index.ts';
import { toChecked } from '../options.ts';
import { type Terminal, toColumns } from '../terminal.ts';
import { addStoreSettings, findUser, type StoreTools, withStore } from '../with-store.ts';

interface TwoFactorOptions {
  readonly secret?: string;
  readonly sms?: string;
  readonly off?: true;
}

export function addTwoFactor(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('two-factor <LOGIN>')
    .description(
      'Enables two-factor authentication for a user, by an app whose secret is printed once, or by text message.',
    )
    .option('--secret <BASE32>', 'The secret of the authenticator application. The default is random.')
    .option('--sms <PHONE>', 'Sends codes to this number, such as +15550100. sparring outbox prints them.')
    .option('--off', 'Disables two-factor authentication.');
  addStoreSettings(command).action((login: string, options: TwoFactorOptions) =>
    withStore(terminal, command, async (tools) => {
      refuseTwo(options);
      const user = await findUser(tools, login);
      const twoFactor = await toTwoFactor(user, options, tools);
      await changeUser(tools.store, user.id, { twoFactor, updatedAt: tools.at });
      terminal.print(await toReport(user.login, twoFactor));
    }),
  );
}

function refuseTwo(options: TwoFactorOptions): void {
  const [one, other] = Object.keys(options).filter((name) => ['secret', 'sms', 'off'].includes(name));
  if (other === undefined) return;
  throw new UsageError(`--${one} and --${other} cannot both be given; keep one of them.`);
}

async function toTwoFactor(
  { login }: User,
  { secret, sms, off }: TwoFactorOptions,
  { runtime }: StoreTools,
): Promise<TwoFactor | null> {
  if (off) return null;
  const twoFactor: TwoFactor =
    sms === undefined
      ? { method: 'app', secret: secret === undefined ? await createTotpSecret(runtime) : toPlain(secret) }
      : { method: 'sms', phone: sms.replace(/[\s().-]/g, '') };
  await toChecked(
    { users: [{ login, password: 'unused', two_factor: twoFactor }] },
    { secret: '--secret', phone: '--sms' },
  );
  return twoFactor;
}

async function toReport(login: string, twoFactor: TwoFactor | null): Promise<string> {
  if (!twoFactor) return `${login} has no second factor.\n`;
  if (twoFactor.method === 'sms') {
    return `${login} signs in with a code sent to ${twoFactor.phone} from now on; sparring outbox ${login} prints it.\n`;
  }
  const { secret } = twoFactor;
  const rows: [string, string][] = [
    ['Secret', secret],
    ['URI', await toTotpUri(secret, login)],
  ];
  const sentence = `${login} signs in with a code from now on. Give this to the authenticator app; it is shown once:`;
  return `${sentence}\n${toColumns(rows)}`;
}

/** Secrets are often written in groups, and in lower case. */
function toPlain(secret: string): string {
  return stripEnd(secret.replace(/[\s-]/g, ''), '=').toUpperCase();
}
