import { parseArgs } from 'node:util';
import { StartupError } from '../base/startup-error.ts';
import { readConfig, type ServiceConfig } from './read-config.ts';

/** Exit code of a refused start; standard error contains the reason in one sentence. */
const REFUSED = 2;

/** What a process of the service runs. */
interface Running {
  /** The line that tells that it is ready. */
  readonly ready: object;
  close(): Promise<void>;
}

/**
 * Runs a process entry: reads `--config FILE`, starts, prints one line of JSON when it is ready, and ends on SIGTERM and
 * SIGINT and, with `--with-parent`, when standard input ends, because then the parent is gone.
 */
export async function runEntry(start: (config: ServiceConfig) => Promise<Running>): Promise<void> {
  try {
    const { config, withParent } = readArguments();
    const running = await start(await readConfig(config));
    stopWhenTold(running, withParent);
    process.stdout.write(`${JSON.stringify(running.ready)}\n`);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exitCode = REFUSED;
  }
}

function readArguments(): { config: string; withParent: boolean } {
  try {
    const { values } = parseArgs({
      options: { config: { type: 'string' }, 'with-parent': { type: 'boolean', default: false } },
    });
    if (values.config !== undefined) return { config: values.config, withParent: values['with-parent'] };
  } catch (error) {
    throw new StartupError((error as Error).message);
  }
  throw new StartupError('Set the configuration file with --config FILE.');
}

function stopWhenTold(running: Running, withParent: boolean): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    void running.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (!withParent) return;
  process.stdin.on('end', stop).on('error', stop).resume();
}
