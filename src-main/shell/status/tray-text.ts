import type { ShellTexts } from '../shell-texts.ts';
import type { WorkState } from './work-tracker.ts';

/** What the tray tells of. */
export interface TrayState {
  readonly work: Pick<WorkState, 'running' | 'waiting' | 'needsYou'>;
  readonly isPaused: boolean;
  /** Charged today, as a decimal; null: nothing costs anything. */
  readonly spent: string | null;
}

/** Windows cuts what is longer. */
const MAX_TOOLTIP_LENGTH = 127;

/** What the tray says when it is pointed at, and in its menu. */
export function formatTrayText(
  words: ShellTexts,
  facts: TrayState,
): { readonly tip: string; readonly lines: string[] } {
  const { work, isPaused, spent } = facts;
  const isIdle = work.running + work.waiting === 0;
  const counts = isIdle ? words.idle : words.counts(work.running, work.waiting);
  const lines = [
    isPaused ? `${counts} (${words.paused})` : counts,
    ...(work.needsYou > 0 ? [words.needYou(work.needsYou)] : []),
    ...(spent === null ? [] : [words.spent(spent)]),
  ];
  return { tip: ['Dropforge', ...lines].join('\n').slice(0, MAX_TOOLTIP_LENGTH), lines };
}
