import { Type } from 'typebox';
import { RuleInput } from '../rules/rule.ts';
import { toInput } from '../rules/rule-form.ts';
import { OperationError } from './errors.ts';
import { secrets } from './journal-access.ts';
import { maskRule } from './mask-rule.ts';
import { inputOf, operation } from './operation.ts';
import { scope } from './scopes.ts';

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
      'Without `bin`, the rules of all scopes; with an empty `bin`, those of the server. The ids that the server assigned are omitted, and files have their contents in `base64`. Credentials are masked, so rules with them cannot be added again, unless `secrets=show` is given.',
    examples: [{ path: '/_sparring/rules/export?bin=t1', status: 200 }],
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
    return chosen.map(toInput).map((rule) => (shown === 'show' ? rule : maskRule(rule, redaction)));
  },
});
