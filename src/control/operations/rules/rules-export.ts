import Negotiator from 'negotiator';
import { Type } from 'typebox';
import { describedResponse, TextContent } from '#http/message/response.ts';
import { RuleInput } from '#rules/rule.ts';
import { toRuleInput } from '#rules/rule-form.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { secrets } from '../requests/journal-access.ts';
import { OperationError } from '../state/errors.ts';
import { scope } from '../state/scopes.ts';
import { maskRule } from './mask-rule.ts';

/** The media type of YAML (RFC 9512). */
const YAML = 'application/yaml';

export const exportRules = operation({
  name: 'rules-export',
  summary: 'Returns the rules in the form in which they are added.',
  input: inputOf({ bin: scope, secrets }),
  output: Type.Array(RuleInput),
  errors: ['conflict'],
  http: {
    route: 'GET /_sparring/rules/export',
    tag: 'Rules',
    description:
      'Without `bin`, the rules of all scopes; with an empty `bin`, those of the server. The ids that the server assigned are omitted, and files have their contents in `base64`. Credentials are masked, so rules with them cannot be added again, unless `secrets=show` is given. With `Accept: application/yaml`, the content is a file for `--rules`.',
    responses: {
      200: describedResponse('The rules.', {
        'application/json': Type.Array(RuleInput),
        'application/yaml': TextContent,
      }),
    },
    examples: [
      { title: 'The rules of a bin, as JSON', path: '/_sparring/rules/export?bin=t1', status: 200 },
      {
        title: 'All rules, as YAML',
        path: '/_sparring/rules/export',
        fields: [['Accept', YAML]],
        status: 200,
        responseFields: [['Content-Type', YAML]],
      },
    ],
  },
  run({ bin, secrets: shown }, { rules, redaction }) {
    const chosen = rules.list('contents').filter((rule) => bin === undefined || (rule.bin ?? '') === bin);
    const withCode = chosen.filter(({ computed }) => computed !== undefined);
    if (withCode.length > 0) {
      const named = withCode.map(({ id, source }) => `${id} (${source})`).join(', ');
      throw new OperationError(
        'conflict',
        `These rules have code, which an export cannot contain: ${named}.`,
      );
    }
    return chosen.map(toRuleInput).map((rule) => (shown === 'show' ? rule : maskRule(rule, redaction)));
  },
  async send(exchange, rules) {
    const isYaml = prefersYaml(exchange.field('Accept'));
    const content = isYaml ? (await import('yaml')).stringify(rules) : JSON.stringify(rules);
    exchange.send(
      200,
      [
        ['Content-Type', isYaml ? YAML : JSON_TYPE],
        ['Vary', 'Accept'],
      ],
      content,
    );
  },
});

const JSON_TYPE = 'application/json';

/** A client that accepts both equally gets JSON. */
function prefersYaml(accept: string | undefined): boolean {
  if (!accept?.includes(YAML)) return false;
  return new Negotiator({ headers: { accept } }).mediaType([JSON_TYPE, YAML]) === YAML;
}
