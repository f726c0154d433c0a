import type { Runtime } from '#runtime.ts';
import { createTotpSecret } from '../../domain/sign-in/totp.ts';
import type { Form } from '../forms/form.ts';
import { createProof, isProof, type Visitor } from '../sessions/visitor.ts';

/** A secret whose first code is not confirmed yet. The page contains it with a proof, so the server does not store it. */
export interface AppCandidate {
  readonly secret: string;
  /** Proves that this server generated the secret in this session. */
  readonly proof: string;
}

export async function createCandidate(runtime: Runtime, visitor: Visitor): Promise<AppCandidate> {
  const secret = await createTotpSecret(runtime);
  return { secret, proof: createProof(visitor.secret, formatSubject(secret)) };
}

/** Undefined if the secret of the form is not one of this session. */
export function readCandidate(form: Form, visitor: Visitor): AppCandidate | undefined {
  const [secret, proof] = [form.text('secret'), form.text('proof')];
  return isProof(proof, visitor.secret, formatSubject(secret)) ? { secret, proof } : undefined;
}

function formatSubject(secret: string): string {
  return `app ${secret}`;
}
