import type { Html, Markup } from '#pages/page.ts';
import type { Runtime } from '#runtime.ts';
import { createTotpSecret } from '../../domain/sign-in/totp.ts';
import type { Form } from '../forms/form.ts';
import { isProof, toProof, type Visitor } from '../sessions/visitor.ts';

/** A secret whose first code is not confirmed yet. The page contains it with a proof, so the server does not store it. */
export interface AppCandidate {
  readonly secret: string;
  /** Proves that this server generated the secret in this session. */
  readonly proof: string;
}

export async function createCandidate(runtime: Runtime, visitor: Visitor): Promise<AppCandidate> {
  const secret = await createTotpSecret(runtime);
  return { secret, proof: toProof(visitor.secret, toSubject(secret)) };
}

/** Undefined if the secret of the form is not one of this session. */
export function readCandidate(form: Form, visitor: Visitor): AppCandidate | undefined {
  const [secret, proof] = [form.text('secret'), form.text('proof')];
  return isProof(proof, visitor.secret, toSubject(secret)) ? { secret, proof } : undefined;
}

function toSubject(secret: string): string {
  return `app ${secret}`;
}

/** A QR code, dark on light in every colour scheme: some readers do not support the inverse. */
export async function qrCode(text: string, label: string): Promise<(html: Html) => Markup> {
  const { encode } = await import('uqr');
  // ISO/IEC 18004 requires a margin of four modules.
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (html) => html`
    <svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${size} ${size}`} shape-rendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" /><path d=${path} fill="#000" />
    </svg>`;
}
