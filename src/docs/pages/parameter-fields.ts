import type { TSchema } from 'typebox';
import type { Endpoint } from '#http/routing/endpoint.ts';
import { select } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatTypeLine } from '../openapi/schema-text.ts';

/** A field for each parameter of the path and of the query. The script keeps the fields and the URL of the panel the same. */
export function parameterFields({ params = {}, query = {} }: Endpoint): Markup | undefined {
  const fields = [
    ...Object.entries(params).map(([name, schema]) => parameterField('path', name, schema)),
    ...Object.entries(query).map(([name, schema]) => parameterField('query', name, schema)),
  ];
  if (fields.length === 0) return undefined;
  return html`
    <fieldset class="parameters">
      <legend>Parameters</legend>
      ${fields}
    </fieldset>`;
}

function parameterField(place: 'path' | 'query', name: string, schema: TSchema): Markup {
  return html`
    <label>
      <span><code>${name}</code> <small>${place}, ${formatTypeLine(schema)}</small></span>
      ${control({ class: 'in', 'data-in': place, 'data-parameter': name, name: `${place} ${name}` }, schema)}
    </label>`;
}

function control(attributes: Readonly<Record<string, string>>, schema: TSchema): Markup {
  const read = (keyword: string): unknown => Reflect.get(schema, keyword);
  const type = read('type');
  const choices = type === 'boolean' ? ['true', 'false'] : choicesOf(schema);
  if (choices !== undefined)
    return select(
      attributes,
      html`<option value=""></option>${choices.map((choice) => html`<option>${choice}</option>`)}`,
    );
  if (type === 'array')
    return html`<textarea ...${attributes} rows="2" spellcheck=${false} placeholder="One value per line" data-list=""></textarea>`;
  if (type !== 'integer' && type !== 'number')
    return html`<input ...${attributes} maxlength=${read('maxLength')} pattern=${read('pattern')} spellcheck=${false} />`;
  const maximum = read('maximum');
  return html`
    <input ...${attributes} type="number" step=${type === 'integer' ? 1 : 'any'} min=${read('minimum')}
      max=${maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum} />`;
}

/** The values of an enumeration, or of a union of constants. */
function choicesOf(schema: TSchema): string[] | undefined {
  const values: unknown = Reflect.get(schema, 'enum');
  if (Array.isArray(values)) return values.map(String);
  const options: unknown = Reflect.get(schema, 'anyOf');
  if (!Array.isArray(options)) return undefined;
  const constants = options.map((option: object): unknown => Reflect.get(option, 'const'));
  return constants.includes(undefined) ? undefined : constants.map(String);
}
