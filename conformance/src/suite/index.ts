/** The door of the package: what the command, the library and the tools use of the suite. */
export { BUILT_IN_PATHS } from '../adapter/built-in.ts';
export type { AdapterCommandLine } from '../adapter/find-built-in.ts';
export { AdapterRequest, Hello, Outcome } from '../adapter/messages.ts';
export { openCommand } from '../adapter/open-command.ts';
export { createCasePorts, type OpenCase } from '../case-port/case-port.ts';
export { allCases } from '../cases/index.ts';
export { checkAdapter } from '../check/check-adapter.ts';
export { rawReproduction } from '../raw/raw-reproduction.ts';
export {
  type Baseline,
  compareWithBaseline,
  parseBaseline,
  printBaseline,
} from '../report/baseline.ts';
export { clauseLinks } from '../report/clause-links.ts';
export { cellText, columnTitle, compareReports, formatComparison, formatCsv } from '../report/compare.ts';
export { renderComparison } from '../report/compare-html.ts';
export { loadReportScript, renderReport } from '../report/html.ts';
export { formatJunit } from '../report/junit.ts';
export { exitCodeOf, isBaseline } from '../report/outcome.ts';
export { buildReportSchema, CaseReport, ConformanceReport } from '../report/report.ts';
export { stableText } from '../report/stable-text.ts';
export { formatReport } from '../report/text.ts';
export { lineText, transcriptText } from '../report/transcript-text.ts';
export { type Selection, selectCases } from '../run/select-cases.ts';
export { buildTranscript } from '../run/transcript.ts';
export {
  type ConformanceCase,
  describeLevel,
  groupOf,
  LEVEL_NAMES,
  type Step,
} from '../verdict/case.ts';
export { resolveCommandLine, runConformance } from './conformance.ts';
export { demandConformance } from './demand.ts';
export * from './help.ts';
