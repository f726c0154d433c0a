import { ApiError } from './api.ts';

/** The names of fields, by the pointer to the member of the rule or the bin that they make. */
const FIELDS: readonly (readonly [pointer: RegExp, name: string])[] = [
  [/^\/match\/(method|path)/, '$1'],
  [/^\/match\/headers/, 'match_header'],
  [/^\/match\/caller/, 'login'],
  [/^\/respond\/headers/, 'header'],
  [/^\/respond\/(status|type|body|json|base64|bytes)/, '$1'],
  [/^\/error\/status/, 'error_status'],
  [/^\/error\/(message|retry_after)/, '$1'],
  [/^\/dribble/, 'chunks'],
  [/^\/(bin|fault|delay|count|probability|toxicity)/, '$1'],
];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The visible field that has the first problem of an error, and its message. */
export function fieldOfProblem(
  form: HTMLFormElement,
  error: unknown,
): { readonly control: Field; readonly message: string } | undefined {
  const [problem] = error instanceof ApiError ? error.problems : [];
  if (!problem) return undefined;
  const { pointer, message } = problem;
  const [pattern, replacement] = FIELDS.find(([each]) => each.test(pointer)) ?? [];
  if (!pattern || replacement === undefined) return undefined;
  const name = (pattern.exec(pointer)?.[0] ?? '').replace(pattern, replacement);
  const [, index = '0'] = /\/headers\/(\d+)/.exec(pointer) ?? [];
  const controls = [...form.querySelectorAll<Field>(`[name="${name}"]`)].filter((each) =>
    each.checkVisibility(),
  );
  const control = controls[Number(index)] ?? controls[0];
  return control && { control, message: message.charAt(0).toUpperCase() + message.slice(1) };
}
