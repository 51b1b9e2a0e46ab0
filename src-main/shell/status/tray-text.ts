import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import type { SpentToday } from '../../../src-shared/ipc/views/money-view.ts';
import type { ShellTexts } from '../shell-texts.ts';
import type { WorkState } from './work-tracker.ts';

/** State that the tray shows. */
export interface TrayState {
  readonly work: Pick<WorkState, 'running' | 'waiting' | 'needsYou'>;
  readonly isPaused: boolean;
  /** Credits charged today; null if the service is free. */
  readonly spent: Pick<SpentToday, 'charged' | 'test'> | null;
}

/** Windows truncates longer tooltips. */
const MAX_TOOLTIP_LENGTH = 127;

/** The tooltip and the menu lines of the tray. */
export function formatTrayText(
  texts: ShellTexts,
  state: TrayState,
): { readonly tip: string; readonly lines: string[] } {
  const { work, isPaused, spent } = state;
  const isIdle = work.running + work.waiting === 0;
  const counts = isIdle ? texts.idle : texts.counts(work.running, work.waiting);
  const lines = [
    isPaused ? `${counts} (${texts.paused})` : counts,
    ...(work.needsYou > 0 ? [texts.needYou(work.needsYou)] : []),
    ...(spent === null ? [] : [texts.spent(groupThousands(spent.charged), spent.test)]),
  ];
  return { tip: ['Dropforge', ...lines].join('\n').slice(0, MAX_TOOLTIP_LENGTH), lines };
}
