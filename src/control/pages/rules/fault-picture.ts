import { html, type Markup } from '#pages/html.ts';

/** The parts of an exchange, in their order, and the places of a fault after which it breaks. */
const STAGES = ['request', 'head of the response', 'content', 'end'] as const;

/** What a client gets before the fault, and what it does not get. @param client what it typically reports */
export function faultPicture(fault: string, client: string | undefined): Markup {
  const [kind = ''] = fault.split(/[:@,]/);
  const broken = brokenStage(fault);
  return html`
    <ol class="stages" aria-label="What the client sees">${STAGES.map((stage, index) => {
      if (index < broken) return html`<li>✓ ${stage}</li>`;
      return index === broken
        ? html`<li class="broken">✕ ${kind}${index === 0 ? ' in the request' : ''}</li>`
        : html`<li class="never">${stage}</li>`;
    })}</ol>
    ${client === undefined ? null : html`<p class="soft">The client typically reports: ${client}.</p>`}`;
}

/** The part of the exchange in which the fault is. */
function brokenStage(fault: string): number {
  const [, place = ''] = /@([^,]*)/.exec(fault) ?? [];
  if (place.startsWith('request')) return 0;
  if (place === 'start') return 1;
  if (place === 'headers' || /^\d+$/.test(place)) return 2;
  if (place === 'end') return 3;
  return /^(?:status|head|header|version|early)/.test(fault) ? 1 : 2;
}
