import { LEVEL_NAMES, LEVELS } from '../verdict/case.ts';
import type { CaseReport } from './report.ts';
import { RESULT_LABELS } from './result-labels.ts';

/** The fields that select cases: a search, and the levels and results that the report has. They need the script of the page. */
export function filterFields(cases: readonly CaseReport[]): string {
  const needsAttention = ({ result }: Pick<CaseReport, 'result'>) =>
    result === 'fail' || result === 'inconclusive';
  const isAllShown = !cases.some(needsAttention);
  const levels = LEVELS.filter((level) => cases.some((each) => each.level === level));
  const results = [...RESULTS].filter((result) => cases.some((each) => each.result === result));
  return [
    '<form id="filters" class="filters scripted" role="search">',
    '<label>Search <input class="in" type="search" placeholder="Id, clause or sentence"/></label>',
    '<fieldset><legend>Level</legend>',
    ...levels.map((level) => checkbox('level', level, `${level} ${LEVEL_NAMES[level]}`, true)),
    '</fieldset><fieldset><legend>Result</legend>',
    ...results.map((result) =>
      checkbox('result', result, RESULT_LABELS[result], isAllShown || needsAttention({ result })),
    ),
    '</fieldset>',
    '<p><button class="btn" type="button">Show all</button> <span role="status"></span></p>',
    '</form>',
  ].join('');
}

const RESULTS = ['fail', 'inconclusive', 'pass', 'value', 'unsupported', 'skipped'] as const;

function checkbox(name: string, value: string, label: string, isChecked: boolean): string {
  return `<label><input type="checkbox" name="${name}" value="${value}"${isChecked ? ' checked' : ''}/> ${label}</label>`;
}
