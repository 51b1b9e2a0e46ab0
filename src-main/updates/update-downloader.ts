import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import type { UpdateDownload } from '../../src-shared/settings/update-settings.ts';
import { systemDisk } from '../base/files/disk.ts';
import { makePrivateFolderSync } from '../base/files/private-files.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import { downloadRelease, hasContent, toUpdateError } from './download-release.ts';
import type { ReleaseFile } from './release-files.ts';
import type { UpdateInstaller, VerifiedUpdate } from './update-installer.ts';
import type { UpdateRecords } from './update-records.ts';

/** A newer release of a signed feed with a file for this installation. */
export interface OfferedUpdate {
  readonly version: string;
  /** Folder of the feed. */
  readonly folder: string;
  readonly file: ReleaseFile;
}

interface Deps {
  /** The running version. */
  readonly version: string;
  readonly installer: UpdateInstaller | null;
  readonly records: UpdateRecords;
  readonly routes: ProxyRoutes;
  /** True if updates are downloaded without being asked for. */
  isAutomatic(): boolean;
  /** True while paid work is in flight; nothing is installed then. */
  isBusy(): boolean;
  onChange(): void;
  readonly stalledMs?: number;
}

const STALLED_MS = 30_000;

/** No state is pushed for less progress than this share of a file. */
const PROGRESS_STEP = 0.01;

/** Downloads an offered update with consent, and installs it when the app quits. */
export class UpdateDownloader {
  readonly #deps: Deps;
  #offer: OfferedUpdate | null = null;
  /** The newest offer; it is taken over after those before it. */
  #newest: OfferedUpdate | null = null;
  #taken: Promise<void> = Promise.resolve();
  #state: UpdateDownload = IDLE;
  #ready: VerifiedUpdate | null = null;
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  #restarts = false;
  /** A version whose installation began but that does not run; it is not downloaded again unless a person asks for it. */
  readonly #failedVersion: string | null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#failedVersion = deps.installer === null ? null : deps.records.takeFailed(deps.version);
  }

  state(): UpdateDownload {
    return this.#state;
  }

  /** Takes over what a check found; null: nothing that can be installed. Starts the download if that is automatic. */
  offer(offer: OfferedUpdate | null): Promise<void> {
    this.#newest = offer;
    const taken = this.#taken.then(() => this.#take(offer));
    this.#taken = taken.catch(() => undefined);
    return taken;
  }

  async #take(offer: OfferedUpdate | null): Promise<void> {
    if (this.#deps.installer === null) return;
    if (isSameOffer(offer, this.#offer) && this.#state.status !== 'failed') return;
    await this.#stop();
    this.#offer = offer;
    this.#ready = null;
    this.#set(IDLE);
    if (offer === null) return;
    if (offer.version === this.#failedVersion) {
      const error = toErrorInfo(toUpdateError(message('updates.not-installed', { version: offer.version }), true));
      return this.#set({ status: 'failed', bytes: 0, totalBytes: offer.file.bytes, error });
    }
    const update = this.#toVerified(offer);
    const isDownloaded = await hasContent(update.path, update);
    // Another check withdrew or replaced it meanwhile.
    if (!isSameOffer(offer, this.#newest)) return;
    if (isDownloaded) this.#setReady(update);
    else if (this.#deps.isAutomatic()) this.start();
    else this.#set({ status: 'offered', bytes: 0, totalBytes: offer.file.bytes, error: null });
  }

  /** Downloads the offered update, because a person asked for it or allowed it. Without an offer, nothing happens. */
  start(): void {
    const offer = this.#offer;
    if (offer === null || this.#running !== null || this.#ready !== null) return;
    const stop = new AbortController();
    const done = this.#download(offer, stop.signal).then(
      (update) => this.#setReady(update),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        this.#set({ status: 'failed', bytes: 0, totalBytes: offer.file.bytes, error: toErrorInfo(error) });
      },
    );
    this.#running = { stop, done: done.finally(() => (this.#running = null)) };
  }

  /** Resolves when the current download has ended, however it ended. */
  async whenIdle(): Promise<void> {
    await this.#running?.done;
  }

  /** Makes the next `install` start the new version. Throws `update_failed` if nothing is ready, or `update_waits`. */
  restartToInstall(): void {
    if (this.#ready === null) throw toUpdateError(message('updates.not-ready'), false);
    if (this.#deps.isBusy()) throw new AppError('update_waits', '');
    this.#restarts = true;
  }

  /**
   * Decides, before the app closes, whether the update is installed; null: none is ready, or paid work is in flight. The
   * returned function installs it and never throws: an error is passed to `onError`, and the old version stays. With
   * `restart`, the new version starts then, also if nobody asked to restart before.
   */
  planInstall(): ((onError: (error: unknown) => void, restart?: boolean) => Promise<void>) | null {
    const { installer, records, version, isBusy } = this.#deps;
    const update = this.#ready;
    if (installer === null || update === null || isBusy()) return null;
    return async (onError, restart = false) => {
      try {
        if (!(await hasContent(update.path, update))) throw toUpdateError(message('updates.wrong-content'), false);
        records.begin(update.version, version);
        await installer.install(update, this.#restarts || restart);
      } catch (error) {
        onError(error);
      }
    };
  }

  /** Interrupts a download; it continues at the next start. */
  async close(): Promise<void> {
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.done;
  }

  async #download(offer: OfferedUpdate, signal: AbortSignal): Promise<VerifiedUpdate> {
    const { records, routes, stalledMs = STALLED_MS } = this.#deps;
    const totalBytes = offer.file.bytes;
    const report = (bytes: number): void => this.#set({ status: 'downloading', bytes, totalBytes, error: null });
    report(0);
    let reported = 0;
    const update = this.#toVerified(offer);
    makePrivateFolderSync(records.folder);
    await removeOthers(records.folder, path.basename(update.path));
    await downloadRelease({
      ...{ folder: offer.folder, file: offer.file, target: update.path, routes, signal, stalledMs },
      onProgress: (bytes) => {
        if (bytes - reported < totalBytes * PROGRESS_STEP) return;
        reported = bytes;
        report(bytes);
      },
    });
    return update;
  }

  /** The name comes from the checksum, never from the server. */
  #toVerified({ version, file }: OfferedUpdate): VerifiedUpdate {
    const name = Buffer.from(file.sha512, 'base64').toString('hex').slice(0, 32);
    const kind = this.#deps.installer?.fileKind ?? 'bin';
    return {
      version,
      path: path.join(this.#deps.records.folder, `${name}.${kind}`),
      sha512: file.sha512,
      bytes: file.bytes,
    };
  }

  #setReady(update: VerifiedUpdate): void {
    this.#ready = update;
    this.#set({ status: 'ready', bytes: update.bytes, totalBytes: update.bytes, error: null });
  }

  #set(state: UpdateDownload): void {
    this.#state = state;
    this.#deps.onChange();
  }
}

const IDLE: UpdateDownload = { status: 'none', bytes: 0, totalBytes: 0, error: null };

function isSameOffer(one: OfferedUpdate | null, other: OfferedUpdate | null): boolean {
  return one?.version === other?.version && one?.folder === other?.folder && one?.file.sha512 === other?.file.sha512;
}

/** Removes the downloads of other releases. */
async function removeOthers(folder: string, name: string): Promise<void> {
  for (const other of await readdir(folder)) {
    if (/^\.?[0-9a-f]{32}\.\w+(?:\.part)?$/.test(other) && !other.includes(name)) {
      await systemDisk.remove(path.join(folder, other));
    }
  }
}
