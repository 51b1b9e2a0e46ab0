import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { LibraryUsage } from '../../../src-shared/ipc/calls/library-calls.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { formatBytes } from '../../app/language/format.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** Disk usage of the library, and the files that can be removed. */
class Library {
  /** Null until it has been measured. */
  usage = $state.raw<LibraryUsage | null>(null);
  /** Error of the last measurement. */
  error = $state.raw<ErrorInfo | null>(null);
  /** True while files are being measured or removed. */
  busy = $state(false);

  /** Measures the library's disk usage. */
  async measure(): Promise<void> {
    const reply = await ask('library:usage', null);
    this.usage = reply.ok ? reply.value : null;
    this.error = reply.ok ? null : reply.error;
  }

  /**
   * Removes files that also exist in the output folder for jobs of these recipes, optionally the source images, and
   * reports the result.
   */
  async clean(recipes: readonly string[], pictures: boolean): Promise<void> {
    this.busy = true;
    const cleaned = await callOrNotify('library:clean', { recipes: [...recipes], pictures });
    this.busy = false;
    if (!cleaned) return;
    const T = TEXTS.gallery.cleanUp;
    notices.toast(
      cleaned.kept === 0
        ? T.done(cleaned.files, formatBytes(cleaned.bytes))
        : T.doneBut(cleaned.files, formatBytes(cleaned.bytes), cleaned.kept),
    );
    await this.measure();
  }
}

export const library = new Library();
