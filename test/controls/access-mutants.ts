import type { ControlMutant } from './control-mutant.ts';

const FOLDERS = 'src-main/ipc/page-access/page-folders.ts';
const FOLDERS_TEST = 'test/ipc/page-access/page-folders.test.ts';
const RISKS = 'src-main/ipc/page-access/list-risky-changes.ts';
const RISKS_TEST = 'test/ipc/page-access/list-risky-changes.test.ts';
const CONFIRMATION = 'src-main/ipc/page-access/change-confirmation.ts';
const CONFIRMATION_TEST = 'test/ipc/page-access/change-confirmation.test.ts';
const CODES = 'src-main/ipc/page-access/code-prompt.ts';
const CODES_TEST = 'test/ipc/page-access/code-prompt.test.ts';
const SERVED = 'src-main/ipc/files/served-file-finder.ts';
const SERVED_TEST = 'test/ipc/files/served-file-finder.test.ts';

/** Controls that keep a page that was taken over from files, money, addresses and programs. */
export const ACCESS_MUTANTS: readonly ControlMutant[] = [
  {
    ...{ control: 2, name: 'samples are found by any path', file: SERVED, test: SERVED_TEST },
    edit: ['return SAFE_NAME.test(name) ? ', 'return name ? '],
  },
  {
    ...{ control: 2, name: 'files beside a model are found by any path', file: SERVED, test: SERVED_TEST },
    edit: [
      'return side === undefined ? null : { path: path.join(folder, side), mime',
      'return { path: path.join(folder, side ?? wanted), mime',
    ],
  },
  {
    ...{ control: 4, name: 'a page names folders in place of the dialog', file: FOLDERS, test: FOLDERS_TEST },
    edit: ["throw refusal(typed, message('folder.dialog-only'));", 'return typed;'],
  },
  {
    ...{ control: 4, name: 'a page may use folders beside those that are allowed', file: FOLDERS, test: FOLDERS_TEST },
    edit: ['isInside(real, realRoot)', 'real.startsWith(realRoot)'],
  },
  {
    ...{ control: 4, name: 'links lead a page out of its folders', file: FOLDERS, test: FOLDERS_TEST },
    edit: ['return await realpath(at);', 'return at;'],
  },
  {
    ...{ control: 4, name: 'a page adds services alone', file: RISKS, test: RISKS_TEST },
    edit: ['    ...listNewServices(before, after),\n', ''],
  },
  {
    ...{ control: 4, name: 'a page lets tasks be sent again alone', file: RISKS, test: RISKS_TEST },
    edit: ['    ...listResends(before, after),\n', ''],
  },
  {
    ...{ control: 4, name: 'the question about the first service hides the limits', file: RISKS, test: RISKS_TEST },
    edit: ['known.size === 0 ? describeLimits(after)', 'false ? describeLimits(after)'],
  },
  {
    ...{ control: 4, name: 'a page raises limits of spending alone', file: RISKS, test: RISKS_TEST },
    edit: ['? access : [...access, ...listLooserLimits(before, after)]', '? access : access'],
  },
  {
    ...{ control: 4, name: 'a page lets links into the network alone', file: RISKS, test: RISKS_TEST },
    edit: ['    ...listWiderNetwork(before, after),\n', ''],
  },
  {
    ...{ control: 4, name: 'a page starts programs alone', file: RISKS },
    ...{
      edit: ['    ...listGeneratorRisks(before.generation, after.generation),\n', ''],
      test: 'test/ipc/page-access/list-generator-risks.test.ts',
    },
  },
  {
    ...{ control: 4, name: 'a change is made whatever the answer is', file: CONFIRMATION, test: CONFIRMATION_TEST },
    edit: ["risk))))) throw new AppError('not_confirmed', '');", 'risk))))) return;'],
  },
  {
    ...{ control: 4, name: 'a change is made that nobody can confirm', file: CONFIRMATION, test: CONFIRMATION_TEST },
    edit: ["throw new AppError('not_confirmed', message('confirmation.elsewhere'));", 'return true;'],
  },
  {
    ...{ control: 4, name: 'any code confirms a change', file: CODES, test: CODES_TEST },
    edit: [
      "if (matchesToken(typed.replaceAll(/[\\s-]/g, ''), open.code)) return",
      'if (matchesToken(typed, typed)) return',
    ],
  },
  {
    ...{ control: 4, name: 'codes may be guessed again and again', file: CODES, test: CODES_TEST },
    edit: ['if (attemptsLeft() <= 0) throw tooMany();', ''],
  },
];
