import { matchesLogFilter, type LogLevel, type LogLine } from '../../../src-shared/base/log-line.ts';
import { listen } from '../../app/bridge/bridge.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';

/** Lines held on the page. */
const MAX_LINES = 500;

/** The log as the page shows it. */
class LogState {
  level = $state<LogLevel>('info');
  text = $state('');
  /** Null until main answered. */
  lines = $state.raw<readonly LogLine[] | null>(null);

  /** What fits, the newest first. */
  readonly shown = $derived(
    (this.lines ?? []).filter((line) => matchesLogFilter(line, this.level, this.text)).toReversed(),
  );

  /** Reads what there is and hears what comes, until the function that is returned is called. */
  follow(): () => void {
    const stop = listen('log:changed', (lines) => {
      this.#add(lines);
    });
    void callOrNotify('log:read', { after: null, level: 'info', text: '' }).then((lines) => {
      if (lines) this.#add(lines);
    });
    return stop;
  }

  /** What is read may have been told before. */
  #add(lines: readonly LogLine[]): void {
    const known = new Set((this.lines ?? []).map(({ id }) => id));
    const all = [...(this.lines ?? []), ...lines.filter(({ id }) => !known.has(id))];
    this.lines = all.sort((one, other) => one.id - other.id).slice(-MAX_LINES);
  }
}

/** The page's view of the log. */
export const appLog = new LogState();
