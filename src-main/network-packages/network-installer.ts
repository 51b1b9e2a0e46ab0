import { toErrorInfo, type AppError, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { log } from '../base/log/log.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { toInstallError } from './install-error.ts';
import { assertRuntime, installNetwork, type PackagePlace } from './install-network.ts';
import {
  assertInstalled,
  getOffered,
  isUsed,
  removeNetworkFiles,
  withNetwork,
  withoutMasks,
} from './installed-networks.ts';
import type { OfferedNetwork } from './offered-network.ts';
import { findRegistry } from './package-address.ts';

interface Deps {
  readonly home: string;
  readonly settings: Pick<AppSettings, 'get' | 'set'>;
  readonly env: NodeJS.ProcessEnv;
  readonly routes: ProxyRoutes;
  readonly offered: readonly OfferedNetwork[];
  readonly hasRuntime: boolean;
  /** Called when an installation begins, continues or ends. */
  onChange(): void;
}

/** State of the last installation. */
export interface InstallState {
  readonly running: { readonly id: string; readonly bytes: number; readonly totalBytes: number } | null;
  readonly failed: { readonly id: string; readonly error: ErrorInfo } | null;
}

/** Share of the package between two reports. */
const PROGRESS_STEP = 0.01;

/** Installs the offered networks into a home, one at a time, and selects them in the settings. */
export class NetworkInstaller {
  readonly offered: readonly OfferedNetwork[];
  readonly hasRuntime: boolean;
  readonly #deps: Deps;
  #state: InstallState = { running: null, failed: null };
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.offered = deps.offered;
    this.hasRuntime = deps.hasRuntime;
  }

  get state(): InstallState {
    return this.#state;
  }

  /** Starts the installation of a network whose licenses were accepted; `file`: its package. Throws AppError. */
  install(id: string, file: string | null): void {
    const network = getOffered(this.offered, id);
    if (this.#running) throw toInstallError(network, message('network-package.busy'));
    assertRuntime(network, this.hasRuntime);
    const { env, routes } = this.#deps;
    const place: PackagePlace = file === null ? { registry: findRegistry(env), routes } : { file };
    const stop = new AbortController();
    this.#set({ running: { id, bytes: 0, totalBytes: network.package.bytes }, failed: null });
    const done = this.#install(network, place, stop.signal).then(
      () => this.#end(null),
      (error: unknown) => this.#end(stop.signal.aborted ? null : { id, error: this.#report(error) }),
    );
    this.#running = { stop, done };
  }

  /** Cancels the running installation, and waits for its end. */
  async cancel(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.done;
  }

  /** Selects an installed network. Throws AppError. */
  async use(id: string): Promise<void> {
    const network = getOffered(this.offered, id);
    await assertInstalled(this.#deps.home, network);
    this.#change((now) => withNetwork(now, this.#deps.home, network));
  }

  /** Removes the files of a network; if it is used, the built-in masks are selected before. Throws AppError. */
  async remove(id: string): Promise<void> {
    const network = getOffered(this.offered, id);
    if (this.#state.running?.id === id) await this.cancel();
    const { home, settings } = this.#deps;
    if (isUsed(settings.get().generation, home, network)) this.#change(withoutMasks);
    await removeNetworkFiles(home, network);
  }

  async #install(network: OfferedNetwork, place: PackagePlace, signal: AbortSignal): Promise<void> {
    const { home } = this.#deps;
    const totalBytes = network.package.bytes;
    let reported = 0;
    const onProgress = (bytes: number): void => {
      if (bytes - reported < totalBytes * PROGRESS_STEP) return;
      reported = bytes;
      this.#set({ running: { id: network.id, bytes, totalBytes }, failed: null });
    };
    await installNetwork(home, network, place, { signal, onProgress });
    this.#change((now) => withNetwork(now, home, network));
  }

  #change(by: Parameters<typeof changeGeneration>[1]): void {
    changeGeneration(this.#deps.settings, by);
  }

  #end(failed: InstallState['failed']): void {
    this.#running = null;
    this.#set({ running: null, failed });
  }

  #set(state: InstallState): void {
    this.#state = state;
    this.#deps.onChange();
  }

  #report(error: unknown): ErrorInfo {
    const info = toErrorInfo(error);
    if (info.code === 'bug') log.error('networks', 'cannot be installed', error);
    else log.note('networks', `${info.code}. ${(error as AppError).message}`);
    return info;
  }
}

type Generation = ReturnType<AppSettings['get']>['generation'];

function changeGeneration(settings: Deps['settings'], by: (now: Generation) => Generation): void {
  settings.set({ generation: by(settings.get().generation) });
}
