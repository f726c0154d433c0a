import { field, select } from '#pages/components/field.ts';
import type { Controls } from '#pages/components/form-controls.ts';
import { html, type Markup } from '#pages/html.ts';
import { faultKinds } from '../responses/faults/declarations.ts';
import { faultOptions } from '../responses/faults/fault.ts';
import type { FaultKind } from '../responses/faults/fault-kind.ts';
import type { FaultChoice } from './fault-choice.ts';

/** What fits together, as declared by the faults. */
export function faultChoices(): FaultChoice[] {
  return faultKinds.map((kind) => ({
    name: kind.name,
    summary: kind.summary,
    client: kind.client,
    places: kind.places,
    separator: kind.numberSeparator ?? ':',
    isOverHttp2: kind.http2 !== undefined,
    variants: Object.entries(kind.variants ?? {}).map(([name, { summary, number, client, http2Fields }]) => ({
      name,
      summary,
      client,
      number,
      isOverHttp2: http2Fields !== undefined,
    })),
    options: (kind.options ?? []).map((name) => ({ name, isFlag: faultOptions[name].isFlag })),
  }));
}

/** The fault as text, and with the script as choices that write the text. */
export function faultFields({ input, part, datalist }: Controls): Markup {
  const choice = (id: string, label: string, content: Markup | readonly Markup[] = []) =>
    field({ id, label }, (attributes) => select(attributes, content));
  const kinds = html`
    <option value="">No fault</option>
    ${faultKinds.map(({ name }) => html`<option value=${name}>${name}</option>`)}`;
  return part(
    'Fault',
    ['fault'],
    html`
      <div id="fault-form" class="wide fields scripted" data-faults=${JSON.stringify(faultChoices())}>
        ${choice('fault-kind', 'Kind', kinds)}
        ${choice('fault-variant', 'Variant')}
        ${numberField('fault-number', 'Number')}
        ${choice('fault-place', 'Place')}
        ${numberField('fault-bytes', 'Bytes before the fault')}
        <div id="fault-options" class="wide fields"></div>
        <p id="fault-summary" class="wide soft"></p>
      </div>
      ${input('fault', 'Fault', 'KIND[:ARGUMENT][@PLACE][,OPTION]', { list: 'faults', placeholder: 'reset@headers' })}
      ${datalist(
        'faults',
        faultKinds.flatMap(({ examples }: FaultKind) => examples),
      )}`,
  );

  function numberField(id: string, label: string): Markup {
    return field({ id, label }, (attributes) => html`<input ...${attributes} type="number" step="1" />`);
  }
}
