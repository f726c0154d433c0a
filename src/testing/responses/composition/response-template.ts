import { HttpError } from '#http/errors/errors.ts';
import type { InputProblem } from '#http/message/input-problem.ts';
import { DirectiveError } from '../syntax/directive-error.ts';
import { type Captures, parseJson, parseText, type Template } from '../templates/template.ts';
import type { TemplateValues } from '../templates/template-values.ts';
import type { DirectivePairs } from './directives.ts';
import { headerEntries, type ResponseForm, toPairs } from './json-form.ts';

/** The words of a response with `template: true`, parsed. */
export interface ResponseTemplate {
  readonly needsBody: boolean;
  /** @throws HttpError for a value that a word cannot have. */
  render(values: TemplateValues, maxSize: number): DirectivePairs;
  /** The directives with a text in place of values, which shows what is wrong for all values. */
  readonly sample: DirectivePairs;
}

/** Maximum number of expressions in a response. */
const MAX_EXPRESSIONS = 100;

/** @param report gets each problem. */
export function parseResponseTemplate(
  form: ResponseForm,
  captures: Captures,
  report: (problem: InputProblem) => void,
): ResponseTemplate {
  const {
    template: _,
    sandbox: __,
    file: ___,
    validators: ____,
    headers,
    cookie = [],
    redirect,
    json,
    body,
    ...others
  } = form;
  const parse = (path: InputProblem['path'], text: string): Template => {
    try {
      return parseText(text, captures);
    } catch (error) {
      if (!(error instanceof DirectiveError)) throw error;
      report({ path, message: error.message });
      return parseText('', captures);
    }
  };
  const words: Word[] = [
    ...headerEntries(headers).map(({ name, text, path }) =>
      headerWord(name, parse(['headers', ...path], text)),
    ),
    ...[cookie]
      .flat()
      .map((line, index) => cookieWord(parse(Array.isArray(cookie) ? ['cookie', index] : ['cookie'], line))),
  ];
  if (redirect !== undefined) words.push(redirectWord(parse(['redirect'], redirect)));
  if (body !== undefined) words.push(contentWord('body', parse(['body'], body)));
  if (json !== undefined)
    words.push(
      contentWord(
        'json',
        parseJson(json, captures, (path, message) => report({ path: ['json', ...path], message })),
      ),
    );
  const expressions = words.flatMap(({ template }) => template.expressions);
  if (expressions.length > MAX_EXPRESSIONS)
    report({ path: [], message: `must not have more than ${MAX_EXPRESSIONS} expressions` });
  const plain = toPairs(others);
  return {
    needsBody: expressions.some(({ needsBody }) => needsBody),
    render: (values, maxSize) => [
      ...plain,
      ...words.map(({ name, render }): DirectivePairs[number] => [name, render(values, maxSize)]),
    ],
    sample: [...plain, ...words.map(({ name, sample }): DirectivePairs[number] => [name, sample])],
  };
}

/** A word that is a template. */
interface Word {
  /** The directive. */
  readonly name: string;
  readonly template: Template;
  render(values: TemplateValues, maxSize: number): string;
  readonly sample: string;
}

function headerWord(name: string, template: Template): Word {
  const isTarget = /^(?:location|refresh)$/i.test(name) && template.expressions.length > 0;
  return {
    name: 'header',
    template,
    render: (values) => `${name}: ${template.render(values)}`,
    // Which hosts are allowed depends on the value.
    sample: `${name}: ${isTarget ? '1' : template.fill('1')}`,
  };
}

function cookieWord(template: Template): Word {
  const sample = template.fill('1');
  return {
    name: 'cookie',
    template,
    render: (values) => template.render(values, withoutSemicolon),
    // Which attributes are valid depends on the value.
    sample: template.expressions.length > 0 ? (sample.split(';', 1)[0] ?? '') : sample,
  };
}

/** A value that ends the cookie, or an attribute of it, would add further attributes. */
function withoutSemicolon(text: string): string {
  if (text.includes(';')) throw new HttpError(500, 'cookie: has a semicolon in the value of an expression.');
  return text;
}

function redirectWord(template: Template): Word {
  return {
    name: 'redirect',
    template,
    render: (values) => template.render(values),
    sample: template.expressions.length > 0 ? '/' : template.fill(''),
  };
}

/** Content, whose size is limited while it is made: an expression can repeat a large value. */
function contentWord(name: 'body' | 'json', template: Template): Word {
  const fixed = template.fill('').length;
  return {
    name,
    template,
    render(values, maxSize) {
      let rest = maxSize - fixed;
      const text = template.render(values, (inserted) => {
        rest -= inserted.length;
        if (rest < 0) throw tooLarge(name, maxSize);
        return inserted;
      });
      if (Buffer.byteLength(text) > maxSize) throw tooLarge(name, maxSize);
      return text;
    },
    sample: template.fill('1'),
  };
}

function tooLarge(name: string, maxSize: number): HttpError {
  return new HttpError(500, `${name}: is longer than ${maxSize} bytes, the maximum of --max-generated-size.`);
}
