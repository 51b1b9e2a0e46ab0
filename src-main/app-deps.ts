import type { HotFolder } from '../src-shared/hot-folders/hot-folder.ts';
import type { Readable } from 'node:stream';
import type { Handlers, Push } from '../src-shared/ipc/contract.ts';
import type { PageState } from '../src-shared/ipc/calls/page-calls.ts';
import type { SecretStore } from './settings/secret-store.ts';

/** Key-value settings on disk: electron-store in the window, its base `conf` headless; the same file. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

/** The local service's process, however it was started. */
export interface ServiceProcess {
  readonly pid: number | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  onExit(listen: (code: number | null) => void): void;
  kill(): void;
}

/** Starts the local service's entry file with arguments; it says where it listens in one JSON line on stdout. */
export type SpawnService = (entry: string, args: readonly string[]) => ServiceProcess;

/** What the system says about a URL, in the words of a PAC file: `DIRECT`, `PROXY host:port; DIRECT` … */
export type ResolveProxy = (url: string) => Promise<string>;

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
  /** The export folder when the person chose none. */
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
