import type { Exchange } from '../../http/exchange.ts';
import type { User } from '../store.ts';
import type { WebContext } from './context.ts';
import { type Refused, toRefused } from './sign-in.ts';

/** Why the password that was typed again does not count; undefined when it does. Failures count as those of sign-in do. */
export async function confirmPassword(
  service: WebContext,
  exchange: Exchange,
  { id, login }: User,
  password: string,
): Promise<Refused | undefined> {
  try {
    const user = await service.passwordStep(login, password, exchange);
    return user?.id === id ? undefined : { problem: 'The password is not right.', status: 422 };
  } catch (error) {
    return toRefused(error);
  }
}
