import type { Artifact, Job } from '../../../src-shared/jobs/job.ts';
import { FORMAT_ROWS } from '../../../src-shared/formats/formats.ts';
import { bridge } from '../../app/bridge/bridge.ts';
import { findDraggedFile } from '../create/find-dragged-file.ts';
import { loopbackToken } from '../../app/bridge/loopback-token.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import { setup } from '../../app/setup.svelte.ts';

/** Files on their way out of the page into another program. */
class DragOut {
  /** Whether a file of ours is dragged now: over our own window it is nothing to be added. */
  active = $state(false);
  /** Keys of files by artifact, for a browser that fetches them without headers. */
  readonly #keys = new Map<string, string>();

  /** Whether something of a job can be dragged from here. */
  can(job: Pick<Job, 'artifacts' | 'steps'>): boolean {
    return (bridge.host === 'browser' || (setup.app?.can.drag ?? false)) && findDraggedFile(job) !== null;
  }

  /** Makes ready what dragging needs at once; to be called when the pointer goes down. */
  prepare(artifact: Artifact | null): void {
    if (artifact && bridge.host === 'browser') void this.#makeKey(artifact.id);
  }

  /** A file is taken up: main takes over in the window, the browser downloads it to where it is let go. */
  start(event: DragEvent, artifact: Artifact | null): void {
    if (!event.dataTransfer || !artifact) return;
    if (bridge.host === 'window') {
      event.preventDefault();
      this.active = true;
      void callOrNotify('artifact:drag', { id: artifact.id });
      return;
    }
    const key = this.#keys.get(artifact.id);
    if (key === undefined) {
      event.preventDefault();
      return;
    }
    const url = new URL(bridge.artifactUrl(artifact.id), location.href);
    url.searchParams.set('key', key);
    const mime = artifact.format ? FORMAT_ROWS[artifact.format].mime : 'application/octet-stream';
    // Colons part the three; a file's name has none.
    event.dataTransfer.setData('DownloadURL', `${mime}:${artifact.name.replaceAll(':', '-')}:${url.href}`);
    event.dataTransfer.effectAllowed = 'copy';
  }

  /** The pointer is ours again. */
  end(): void {
    this.active = false;
  }

  /** See `isArtifactKey` in main: HMAC-SHA-256 of the id under the token, base64url. */
  async #makeKey(id: string): Promise<void> {
    if (this.#keys.has(id)) return;
    const text = new TextEncoder();
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const secret = await crypto.subtle.importKey('raw', text.encode(loopbackToken()), algorithm, false, ['sign']);
    const signed = await crypto.subtle.sign('HMAC', secret, text.encode(encodeURIComponent(id)));
    const base64 = btoa(String.fromCharCode(...new Uint8Array(signed)));
    this.#keys.set(id, base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
  }
}

/** The page's dragging out. */
export const dragOut = new DragOut();
