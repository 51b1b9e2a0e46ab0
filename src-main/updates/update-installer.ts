import type { FileKind } from './decide-update.ts';

/** A downloaded file whose checksum stands in a signed feed. */
export interface VerifiedUpdate {
  readonly version: string;
  /** Absolute path. */
  readonly path: string;
  /** SHA-512 as base64. */
  readonly sha512: string;
  readonly bytes: number;
}

/** Replaces the installed app. */
export interface UpdateInstaller {
  readonly fileKind: FileKind;
  /** Quits the app, which installs what is ready while it closes. */
  readonly quit: () => void;
  /**
   * Installs an update, now or when the process ends; `restart` starts the new version then. Rejects if the installed version
   * was kept.
   */
  install(update: VerifiedUpdate, restart: boolean): Promise<void>;
}
