import type { Runtime } from '../../runtime.ts';
import { createAppSecret } from '../sign-in/app-secret.ts';
import type { Visitor } from './context.ts';
import type { Form } from './form.ts';
import { isProof, toProof } from './session-proof.ts';

/** A secret that waits for its first code. It stands in the page with a proof, so that nothing has to be kept of it. */
export interface AppCandidate {
  readonly secret: string;
  /** That this server made the secret, for this session. */
  readonly proof: string;
}

export async function createCandidate(runtime: Runtime, visitor: Visitor): Promise<AppCandidate> {
  const secret = await createAppSecret(runtime);
  return { secret, proof: toProof(visitor.secret, toSubject(secret)) };
}

/** Undefined when the form brings another secret than the page had. */
export function readCandidate(form: Form, visitor: Visitor): AppCandidate | undefined {
  const [secret, proof] = [form.text('secret'), form.text('proof')];
  return isProof(proof, visitor.secret, toSubject(secret)) ? { secret, proof } : undefined;
}

function toSubject(secret: string): string {
  return `app ${secret}`;
}
