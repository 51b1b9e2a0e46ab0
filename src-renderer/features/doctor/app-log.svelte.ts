import { matchesLogFilter, type LogLine } from '../../../src-shared/base/log-line.ts';
import type { LogLevel } from '../../../src-shared/base/log-levels.ts';
import { listen } from '../../app/bridge/bridge.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';

/** Maximum number of lines kept in memory. */
const MAX_LINES = 500;

/** State of the log view. */
class LogState {
  level = $state<LogLevel>('info');
  text = $state('');
  /** Null until the main process has answered. */
  lines = $state.raw<readonly LogLine[] | null>(null);

  /** Lines that match the filter, newest first. */
  readonly shown = $derived(
    (this.lines ?? []).filter((line) => matchesLogFilter(line, this.level, this.text)).toReversed(),
  );

  /** Loads the log and subscribes to new lines. Returns a function that unsubscribes. */
  follow(): () => void {
    const stop = listen('log:changed', (lines) => {
      this.#add(lines);
    });
    void callOrNotify('log:read', { after: null, level: 'info', text: '' }).then((lines) => {
      if (lines) this.#add(lines);
    });
    return stop;
  }

  /** Adds lines, skipping those already received. */
  #add(lines: readonly LogLine[]): void {
    const known = new Set((this.lines ?? []).map(({ id }) => id));
    const all = [...(this.lines ?? []), ...lines.filter(({ id }) => !known.has(id))];
    this.lines = all.sort((one, other) => one.id - other.id).slice(-MAX_LINES);
  }
}

export const appLog = new LogState();
