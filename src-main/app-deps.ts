import type { HotFolder } from '../src-shared/hot-folders/hot-folder.ts';
import type { Handlers } from '../src-shared/ipc/contract.ts';
import type { Push } from '../src-shared/ipc/pushes.ts';
import type { PageState } from '../src-shared/ipc/calls/page-calls.ts';
import type { MessageOrText } from '../src-shared/messages/message.ts';
import type { Settings } from '../src-shared/settings/settings.ts';
import type { ResolveProxy } from './service-client/http/proxy-route.ts';
import type { SpawnService } from './service-client/local-service/spawn-service.ts';
import type { OfferedNetwork } from './network-packages/offered-network.ts';
import type { StartReader } from './readers/reader-process.ts';
import type { SecretStore } from './settings/secret-store.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { UpdateInstaller } from './updates/update-installer.ts';

/** Desktop features of the environment; null: not available. */
export interface Desktop {
  readonly revealPath: ((path: string) => void) | null;
  readonly chooseFolder: ((title: string) => Promise<string | null>) | null;
  readonly chooseFile: ((title: string) => Promise<string | null>) | null;
  /** Asks in a dialog of the system; resolves to true if the person allows it. */
  readonly confirm: ((question: MessageOrText, language: Settings['language']) => Promise<boolean>) | null;
  /** Shows a code and what it allows, where the page cannot read it; used without `confirm`. */
  readonly showCode: ((code: string, question: MessageOrText, language: Settings['language']) => void) | null;
  /** Starts dragging files out of the window; the first represents all. */
  readonly startDrag: ((files: readonly [string, ...string[]]) => void) | null;
}

/** The differences between the window, a browser and the command line. */
export interface AppDeps {
  /** The folder for all data. */
  readonly home: string;
  /** The default output folder. */
  readonly defaultExportFolder: string;
  readonly version: string;
  readonly secrets: SecretStore;
  readonly settingsStore: SettingsStore;
  readonly spawnService: SpawnService;
  readonly startReader: StartReader;
  readonly desktop: Desktop;
  /** Absolute folders that a page without a folder dialog may use, besides those of the settings. */
  readonly pageFolders: readonly string[];
  /** The system's proxies and PAC file; null if only the environment defines proxies. */
  readonly resolveProxy: ResolveProxy | null;
  /** The networks that can be installed; absent: those that Dropforge offers. */
  readonly offeredNetworks?: readonly OfferedNetwork[];
  /** Returns true if a folder is on a network share; absent: asks the system. */
  readonly isOnNetwork?: (folder: string) => Promise<boolean>;
  /** Installs newer versions; absent: they are only shown. */
  readonly updateInstaller?: UpdateInstaller;
  /** The public key that releases are signed for; absent: that of this build. */
  readonly releaseKey?: string;
}

/** A file that the page may load. */
export interface ServedFile {
  readonly path: string;
  readonly mime: string;
  readonly bytes: number;
  /** Its content in parts, in memory or in files; absent: that of the file at the path. */
  readonly content?: readonly (Uint8Array | { readonly path: string; readonly bytes: number })[];
}

/** An open page, from its first call until it closes. */
export interface AppPage {
  /** Handlers of the page's calls; its reports about itself apply only to it. */
  readonly handlers: Handlers;
  /** Checked before each of its calls. */
  readonly admits: () => boolean;
  close(): void;
}

/** The running app, for both transports. */
export interface App {
  /** Handlers that need no page. */
  readonly handlers: Handlers;
  openPage(): AppPage;
  /**
   * Starts running jobs, watching hot folders (by default those of the settings), and checking the service; until
   * then no request is sent.
   */
  start(hotFolders?: readonly HotFolder[]): void;
  /** Calls a listener with the state of open pages; returns a function that stops this. */
  onPageShows(listen: (shows: PageState) => void): () => void;
  /** Calls a listener with every push; returns a function that stops this. */
  onPush(listen: (channel: Push, payload: unknown) => void): () => void;
  /** The file of an artifact id, or `thumb-<job id>`; null when there is none. */
  openArtifact(id: string): Promise<ServedFile | null>;
  /** Stops all services in order; running jobs resume at the next start. */
  close(): Promise<void>;
}
