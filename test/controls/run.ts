import { parseArgs } from 'node:util';
import { CONTROL_MUTANTS } from './control-mutants.ts';
import type { ControlMutant } from './control-mutant.ts';
import { openMutatedCopy } from './mutated-copy.ts';

// `npm run mutants -- controls [--only TEXT] [--after-tests]`: takes each control of docs/security.md out of a copy of the
// project, and sees its test fail. `--only` chooses those whose name, file or number contains a text. The tests first run as
// the project is, unless `--after-tests` says that they just passed. Exit code 1 if a control can be removed without a failing
// test.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, 'after-tests': { type: 'boolean', default: false } },
});
if (positionals.join() !== 'controls') {
  console.error('Usage: npm run mutants -- controls [--only TEXT] [--after-tests]');
  process.exit(2);
}
const isSlow = ({ test }: ControlMutant): number => Number(test.endsWith('.spec.ts'));
const chosen = CONTROL_MUTANTS.filter(({ control, name, file }) =>
  `${control} ${name} ${file}`.includes(values.only),
).toSorted((one, other) => isSlow(one) - isSlow(other));
const copy = openMutatedCopy();
const missed: string[] = [];
try {
  const tests = [...new Set(chosen.map(({ test }) => test))].filter((test) => test.endsWith('.test.ts'));
  const failing = values['after-tests'] ? [] : await copy.listFailing(tests);
  for (const test of failing) console.log(`fails without a mutant: ${test}`);
  for (const mutant of chosen) {
    const verdict = failing.includes(mutant.test) ? 'broken' : await copy.run(mutant);
    console.log(`${String(mutant.control).padStart(2)} ${verdict.padEnd(8)} ${mutant.name} (${mutant.test})`);
    if (verdict !== 'caught') missed.push(mutant.name);
  }
} finally {
  copy.close();
}
console.log(`\n${chosen.length - missed.length} of ${chosen.length} caught`);
process.exitCode = missed.length === 0 ? 0 : 1;
