import { startNodeReader } from '../../../readers/node-reader-process.ts';
import type { StartReader } from '../../../readers/reader-process.ts';
import { spawnNodeService, type SpawnService } from '../../../service-client/local-service/spawn-service.ts';

/** What runs the command line: Node in a clone of the project, the packaged app where it is installed. */
export interface CommandHost {
  readonly spawnService: SpawnService;
  readonly startReader: StartReader;
  /** Program and first arguments that run this command line from any folder. */
  readonly command: readonly [program: string, ...args: string[]];
  /** True if `command` runs Node, which runs other scripts too. */
  readonly isNode: boolean;
}

let host: CommandHost = {
  spawnService: spawnNodeService,
  startReader: startNodeReader,
  command: [process.execPath, process.argv[1] ?? ''],
  isNode: true,
};

/** Returns what runs the command line. */
export const commandHost = (): CommandHost => host;

/** Sets what runs the command line; call it before a command runs. */
export function setCommandHost(other: CommandHost): void {
  host = other;
}
