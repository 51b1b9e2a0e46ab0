import type { Artifact, Job } from '../../../src-shared/jobs/job.ts';
import { describeDownload } from '../../app/artifact-source.ts';
import { bridge } from '../../app/bridge/bridge.ts';
import { findDraggedFile } from '../create/find-dragged-file.ts';
import { loopbackSession } from '../../app/bridge/loopback-session.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import { setup } from '../../app/setup.svelte.ts';

const NO_MODELS: readonly Job[] = [];

/** State of dragging files out of the app. */
class DragOut {
  /** True while a file of this app is dragged, so that dropping it on this window adds nothing. */
  active = $state(false);
  /** Models that are dragged, which parts of this window accept; empty while other files or nothing is dragged. */
  models = $state.raw(NO_MODELS);
  /** Access keys by the id of what is fetched, for browser downloads, which send no headers. */
  readonly #keys = new Map<string, string>();

  /** True if a file of the job can be dragged. */
  can(job: Pick<Job, 'artifacts' | 'steps'>): boolean {
    return (bridge.host === 'browser' || (setup.app?.can.drag ?? false)) && findDraggedFile(job) !== null;
  }

  /** Prepares a drag, because `dragstart` must be handled synchronously. Call it on pointerdown. */
  prepare(artifact: Artifact | null): void {
    if (artifact && bridge.host === 'browser') void this.#makeKey(describeDownload(artifact).id);
  }

  /**
   * Starts the drag. In the window, the main process takes over; a browser downloads the first file to the drop location,
   * because it can download only one. `models`: what the files are of, if parts of this window accept them.
   */
  start(event: DragEvent, artifacts: readonly Artifact[], models = NO_MODELS): void {
    const [artifact] = artifacts;
    if (!event.dataTransfer || !artifact) return;
    this.models = models;
    if (bridge.host === 'window') {
      event.preventDefault();
      this.active = true;
      void callOrNotify('artifact:drag', { ids: artifacts.map(({ id }) => id) });
      return;
    }
    const { id, name, mime } = describeDownload(artifact);
    const key = this.#keys.get(id);
    event.dataTransfer.effectAllowed = 'copy';
    if (key === undefined) {
      if (models.length === 0) event.preventDefault();
      return;
    }
    const url = new URL(bridge.artifactUrl(id), location.href);
    url.searchParams.set('key', key);
    // Colons separate the three parts, so the file name must not contain any.
    event.dataTransfer.setData('DownloadURL', `${mime}:${name.replaceAll(':', '-')}:${url.href}`);
  }

  /** Ends the drag. */
  end(): void {
    this.active = false;
    this.models = NO_MODELS;
  }

  /**
   * Derives an access key: HMAC-SHA-256 of the id with the token, base64url. See `isArtifactKey` in the main process.
   */
  async #makeKey(id: string): Promise<void> {
    if (this.#keys.has(id)) return;
    const text = new TextEncoder();
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const secret = await crypto.subtle.importKey('raw', text.encode(await loopbackSession.token()), algorithm, false, [
      'sign',
    ]);
    const signed = await crypto.subtle.sign('HMAC', secret, text.encode(encodeURIComponent(id)));
    const base64 = btoa(String.fromCharCode(...new Uint8Array(signed)));
    this.#keys.set(id, base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
  }
}

export const dragOut = new DragOut();
