import { Type } from 'typebox';
import type { EntryMatch } from '#journal/match/exchange-match.ts';
import { findMatches } from '#journal/reading/match-exchanges.ts';
import { RuleInput } from '#rules/rule.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { MAX_MATCH_SIZE } from '../requests/journal-access.ts';
import { normalizeRules } from '../state/normalize-rules.ts';

export const checkRule = operation({
  name: 'rules-check',
  summary: 'Checks a rule without adding it, and counts the requests of the journal that it matches.',
  input: inputOf({ rule: RuleInput }),
  output: Type.Object({
    matched: Type.Integer({
      description:
        'Number of requests of the journal that the conditions match, those for the caller excepted.',
    }),
    compared: Type.Integer({ description: 'Number of requests of the journal.' }),
  }),
  errors: ['invalid', 'unavailable'],
  http: {
    route: 'POST /_sparring/rules/check',
    tag: 'Rules',
    nodeState: 'request journal',
    description: 'Without the journal, both numbers are 0.',
    success: 200,
    body: 'rule',
    bounded: { description: 'A rule.', maxSize: MAX_MATCH_SIZE, isChecked: false },
    examples: [
      { path: '/_sparring/rules/check', body: '{"match":{"path":"/get"},"delay":1}', status: 200 },
      { path: '/_sparring/rules/check', body: '{"delay":-1}', status: 422 },
    ],
  },
  async run({ rule }, { rules, journal }) {
    const [normalized] = normalizeRules(rules, rule);
    if (!journal || !normalized) return { matched: 0, compared: 0 };
    const { caller: _caller, service: _service, ...conditions } = normalized.match;
    const match: EntryMatch = {
      ...conditions,
      ...(normalized.bin !== null && { bin: normalized.bin }),
    };
    const count = async (selected: EntryMatch) => {
      const input = { match: selected, after: 0, until: 'head', showsSecrets: false } as const;
      return (await journal.run(findMatches, input)).value.length;
    };
    return { matched: await count(match), compared: await count({}) };
  },
});
