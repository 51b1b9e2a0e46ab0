import type { HotFolder } from '../src-shared/hot-folders/hot-folder.ts';
import type { Handlers } from '../src-shared/ipc/contract.ts';
import type { Push } from '../src-shared/ipc/pushes.ts';
import type { PageState } from '../src-shared/ipc/calls/page-calls.ts';
import type { ResolveProxy } from './service-client/http/proxy-route.ts';
import type { SpawnService } from './service-client/local-service/spawn-service.ts';
import type { SecretStore } from './settings/secret-store.ts';
import type { SettingsStore } from './settings/settings-store.ts';

/** What the surroundings can do for the app; null: they cannot. */
export interface Desktop {
  readonly revealPath: ((path: string) => void) | null;
  readonly chooseFolder: ((title: string) => Promise<string | null>) | null;
  /** Begins to drag files out of the window; the first stands for all. */
  readonly startDrag: ((files: readonly [string, ...string[]]) => void) | null;
}

/** All that differs between the window, a browser and the command line. */
export interface AppDeps {
  /** The folder that holds all state. */
  readonly home: string;
  /** The output folder when the person chose none. */
  readonly defaultExportFolder: string;
  readonly version: string;
  readonly secrets: SecretStore;
  readonly settingsStore: SettingsStore;
  readonly spawnService: SpawnService;
  readonly desktop: Desktop;
  /** The system's proxies and PAC file; null where only the environment names proxies. */
  readonly resolveProxy: ResolveProxy | null;
}

/** A file the page may fetch. */
export interface ServedFile {
  readonly path: string;
  readonly mime: string;
  readonly bytes: number;
}

/** One open page, from its first call to its end. */
export interface AppPage {
  /** What the page may ask; what it says of itself counts for it alone. */
  readonly handlers: Handlers;
  /** Asked before each of its calls. */
  readonly admits: () => boolean;
  close(): void;
}

/** The running app, as both transports use it. */
export interface App {
  /** What may be asked without a page. */
  readonly handlers: Handlers;
  openPage(): AppPage;
  /**
   * Starts carrying jobs on, watches the hot folders, by default those of the settings, and looks at the service; until
   * then nothing is contacted.
   */
  start(hotFolders?: readonly HotFolder[]): void;
  /** Hears what open pages show; returns the way to stop. */
  onPageShows(listen: (shows: PageState) => void): () => void;
  /** Hears every push; returns the way to stop. */
  onPush(listen: (channel: Push, payload: unknown) => void): () => void;
  /** The file behind an artifact id, or `thumb-<job id>`; null when there is none. */
  openArtifact(id: string): Promise<ServedFile | null>;
  /** Stops every part in order; what is in hand goes on at the next start. */
  close(): Promise<void>;
}
