import type { Command } from 'commander';
import { UsageError } from '../../config/usage-error.ts';
import { toChecked } from '../checked.ts';
import { findUser } from '../find-user.ts';
import { addSettings } from '../options.ts';
import { type Terminal, toColumns } from '../terminal.ts';
import { storeSettings, withStore } from '../with-store.ts';

interface TwoFactorOptions {
  readonly secret?: string;
  readonly off?: true;
}

export function addTwoFactor(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('two-factor <LOGIN>')
    .description("Asks a user for an authenticator app's code from now on, and prints its secret once.")
    .option('--secret <BASE32>', 'The secret to share with the app. Without it, one is made.')
    .option('--off', 'Asks for the password alone again.');
  addSettings(command, storeSettings).action((login: string, options: TwoFactorOptions) =>
    withStore(terminal, command, async (tools) => {
      const { store, at, runtime } = tools;
      if (options.off && options.secret !== undefined) {
        throw new UsageError('--secret and --off cannot both be given; keep one of them.');
      }
      const user = await findUser(tools, login);
      if (options.off) {
        await store.users.update(user.id, { twoFactor: null, updatedAt: at });
        return terminal.print(`${user.login} signs in with the password alone.\n`);
      }
      const { Secret, TOTP } = await import('otpauth');
      const secret =
        options.secret === undefined
          ? new Secret({ buffer: toArrayBuffer(runtime.bytes(20)) }).base32
          : toPlain(options.secret);
      await toChecked(
        { users: [{ login: user.login, password: 'unused', two_factor: { method: 'app', secret } }] },
        { secret: '--secret' },
      );
      await store.users.update(user.id, { twoFactor: { method: 'app', secret }, updatedAt: at });
      const uri = new TOTP({ issuer: 'Sparring', label: user.login, secret }).toString();
      terminal.print(
        `${user.login} signs in with a code from now on. Give this to the authenticator app; it is shown once:\n` +
          toColumns([
            ['Secret', secret],
            ['URI', uri],
          ]),
      );
    }),
  );
}

/** Secrets are often written in groups, and in lower case. */
function toPlain(secret: string): string {
  return secret.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
