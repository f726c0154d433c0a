import { globSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';

const root = path.join(import.meta.dirname, '..');

/** The modules that are measured: their tests run without a server of the whole project. */
const MODULES =
  'src/{config,http/{message,routing,syntax},journal/{recording,match,views,export},testing/labs/{limit,sequence}}/*.ts';
/** The least coverage in percent; `npm run coverage` fails below it. */
const THRESHOLDS = { lineCoverage: 88, branchCoverage: 88, functionCoverage: 80 };

/**
 * Runs the unit tests of the kernel, the settings, the journal and the labs, and fails if they execute too little of these
 * modules. The coverage of all modules by the whole suite is larger; measuring it would double the time of the suite.
 */
const tests = globSync(MODULES.replace(/\.ts$/, '.test.ts'), { cwd: root });
let failed = 0;
const events = run({
  cwd: root,
  files: tests.map((file) => path.join(root, file)),
  isolation: 'none',
  coverage: true,
  coverageIncludeGlobs: [MODULES],
  coverageExcludeGlobs: ['**/*.test.ts'],
  ...THRESHOLDS,
});
events.on('test:fail', ({ name, details }) => {
  failed += 1;
  console.error(`✖ ${name}\n${details.error.cause ?? details.error}`);
});
events.on('test:coverage', ({ summary: { files, totals } }) => {
  const rows = [
    ['lines', totals.coveredLinePercent, THRESHOLDS.lineCoverage],
    ['branches', totals.coveredBranchPercent, THRESHOLDS.branchCoverage],
    ['functions', totals.coveredFunctionPercent, THRESHOLDS.functionCoverage],
  ] as const;
  console.log(rows.map(([name, percent]) => `${name} ${percent.toFixed(1)} %`).join(', '));
  const isBelow = rows.some(([, percent, threshold]) => percent < threshold);
  if (!isBelow) return;
  failed += 1;
  console.error(`The coverage is below ${rows.map(([name, , least]) => `${name} ${least} %`).join(', ')}.`);
  const worst = files.toSorted((a, b) => a.coveredLinePercent - b.coveredLinePercent).slice(0, 10);
  for (const { path: file, coveredLinePercent: percent } of worst)
    console.error(`  ${percent.toFixed(0).padStart(3)} %  ${path.relative(root, file)}`);
});
events.on('end', () => {
  process.exitCode = failed > 0 ? 1 : 0;
});
events.resume();
