import { describe, expect, it } from 'vitest';
import { HOT_FOLDER_STATES, type HotFolderView } from '../../../../src-shared/hot-folders/hot-folder.ts';
import {
  foldersAwaitingConfirmation,
  folderHint,
  folderTone,
  confirmationSentences,
  scheduleLabel,
  folderConfirmLabel,
} from '../../../../src-renderer/features/folders/folder-facts.ts';

const question: NonNullable<HotFolderView['question']> = {
  jobs: 12,
  total: '1860.00',
  test: false,
  unknown: 0,
  over: [],
  isMany: true,
  isAgain: false,
};

function buildFolder(changes: Partial<HotFolderView> = {}): HotFolderView {
  return {
    id: 'one',
    name: 'Props',
    folder: 'Pictures › Props',
    recipe: 'draft',
    outFolder: null,
    after: 'move',
    enabled: true,
    mostAtOnce: 10,
    schedule: null,
    capPerDay: null,
    state: 'watching',
    waiting: 0,
    question: null,
    error: null,
    taken: 0,
    problems: [],
    ...changes,
  };
}

describe('a hot folder in words', () => {
  it('is green only while it watches', () => {
    expect(HOT_FOLDER_STATES.filter((state) => folderTone(state) === 'green')).toEqual(['watching']);
  });

  it('says when it goes on, and why it is refused', () => {
    const schedule = { days: [1], from: '20:00', until: '07:00' };
    expect(folderHint(buildFolder({ state: 'off_hours', schedule }))).toBe('Files wait until 20:00.');
    const error = { code: 'folder_feeds_itself', subject: 'In', detail: 'It is.', retryable: false, requestId: null };
    expect(folderHint(buildFolder({ state: 'refused', error: error as never }))).toBe(
      'In cannot be a hot folder. It is. Choose another folder.',
    );
    expect(folderHint(buildFolder())).toBe('');
  });

  it('names runs of days by their ends, Monday first', () => {
    const hours = { from: '22:30', until: '06:00' };
    expect(scheduleLabel({ days: [5, 1, 2, 4, 3], ...hours })).toBe('Mo–Fr 22:30 to 06:00');
    expect(scheduleLabel({ days: [0, 6, 3], ...hours })).toBe('We, Sa, Su 22:30 to 06:00');
    expect(scheduleLabel({ days: [5, 6, 0], ...hours })).toBe('Fr–Su 22:30 to 06:00');
    expect(scheduleLabel({ days: [0, 1, 2, 3, 4, 5, 6], ...hours })).toBe('22:30 to 06:00');
    expect(scheduleLabel(null)).toBe('');
  });

  it('asks with the total and what it does not hold', () => {
    expect(confirmationSentences(question, buildFolder())).toEqual([
      '12 jobs need confirmation: more than 10 files arrived at once.',
      'About 1,860.00 credits.',
    ]);
    expect(folderConfirmLabel(question)).toBe('Start 12, 1,860.00');
    const open = { ...question, jobs: 1, isMany: false, unknown: 2, total: '0.00' };
    expect(confirmationSentences(open, buildFolder())).toEqual([
      '1 job needs confirmation.',
      'The price of 2 steps is not known until it is charged.',
    ]);
    expect(folderConfirmLabel(open)).toBe('Start 1, 0.00 or more');
  });

  it('says that some may have been ordered before', () => {
    expect(confirmationSentences({ ...question, isMany: false, isAgain: true }, buildFolder())).toEqual([
      '12 jobs need confirmation.',
      'Earlier tasks for some of them may already have been charged.',
      'About 1,860.00 credits.',
    ]);
  });

  it('says which cap would be passed', () => {
    const over = [{ cap: 'folder', subject: 'Props', limit: '100.00', would: '240.00' }] as const;
    expect(confirmationSentences({ ...question, over: [...over] }, buildFolder()).join(' ')).toContain('100.00');
  });

  it('is among those that ask only with a question', () => {
    expect(
      foldersAwaitingConfirmation([buildFolder(), buildFolder({ id: 'two', question })]).map(({ id }) => id),
    ).toEqual(['two']);
  });
});
