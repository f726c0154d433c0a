import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import { createRuntime } from '#runtime.ts';
import { createLocalState } from '#shared/local-state.ts';
import { addUser } from '#test/support/accounts/accounts.ts';
import { openStore } from '../../storage/open.ts';
import { signInFailureKey } from '../../store/index.ts';
import { createOutbox } from '../messages/outbox.ts';
import { createClientAddress } from '../request/client-address.ts';
import { createLockout } from './lockout.ts';
import { createOneTimePasswords } from './one-time-password.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createSecondStep } from './second-step.ts';
import { SignInOutcomes } from './sign-in-outcomes.ts';

const request = { peerAddress: '192.0.2.1', field: () => undefined };

async function setUp(t: TestContext) {
  const runtime = createRuntime({ now: Date.UTC(2026, 2, 1, 12) });
  const store = await openStore('memory');
  t.after(() => store.close());
  const user = await addUser({ store, runtime }, { twoFactor: { method: 'sms', phone: '+15550100' } });
  const logged: string[] = [];
  const dependencies = {
    log: {
      info() {},
      warn: (text: string, data?: object) => logged.push(text + JSON.stringify(data)),
      error() {},
    },
    clientAddress: createClientAddress([]),
    signInOutcomes: new SignInOutcomes(),
    lockout: createLockout({ runtime, store: store.signInFailures, maxFailures: 3, duration: 60_000 }),
  };
  const recoveryCodes = createRecoveryCodes(runtime, store.recoveryCodes);
  const oneTimePasswords = createOneTimePasswords({ runtime, store, isReuseAllowed: true });
  const step = createSecondStep(dependencies, [
    ['code', oneTimePasswords.check],
    ['recovery', (user, code) => recoveryCodes.spend(user, code)],
  ]);
  const [paper = ''] = await recoveryCodes.renew(user);
  const text =
    (await createOutbox({ runtime, shared: createLocalState(), store: store.messages }).sendCode(user))
      ?.code ?? '';
  const failures = async () => (await store.signInFailures.byKey(signInFailureKey('mona')))?.count ?? 0;
  return { user, step, paper, text, failures, logged };
}

test('the second step returns the kind of the proof', async (t) => {
  const { step, user, paper, text } = await setUp(t);
  assert.equal(await step(user, text, request), 'code');
  assert.equal(await step(user, paper, request), 'recovery');
  assert.equal(await step(user, paper, request), undefined);
});

test('a wrong code is counted and logged, without the code, and a correct one resets the count', async (t) => {
  const { step, user, paper, failures, logged } = await setUp(t);
  for (const wrong of ['nonsense', '']) assert.equal(await step(user, wrong, request), undefined);
  assert.equal(await failures(), 2);
  const line = 'Sign-in failed{"wrong":"one-time password","user":"mona","address":"192.0.2.1"}';
  assert.deepEqual(logged, [line, line]);
  assert.equal(await step(user, paper, request), 'recovery');
  assert.equal(await failures(), 0);
});

test('a locked login is rejected before the code is checked', async (t) => {
  const { step, user, text, paper, failures } = await setUp(t);
  for (let count = 0; count < 3; count++) await step(user, 'nonsense', request);
  for (const code of [text, paper, 'nonsense'])
    await assert.rejects(
      step(user, code, request),
      (error) => error instanceof HttpError && error.status === 403,
    );
  assert.equal(await failures(), 3);
});

test('a correct code among concurrent guesses beyond the limit is rejected', async (t) => {
  const { step, user, text } = await setUp(t);
  const wrong = Array.from({ length: 20 }, () => step(user, 'nonsense', request));
  const right = step(user, text, request);
  await Promise.allSettled(wrong);
  await assert.rejects(right, (error) => error instanceof HttpError && error.status === 403);
});
