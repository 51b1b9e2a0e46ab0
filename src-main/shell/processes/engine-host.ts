import { isRecord } from '../../../src-shared/api/is-record.ts';

/** A process that receives messages and can be killed. */
interface HostedProcess {
  send(message: unknown): void;
  end(): void;
}

/** Listener of a hosted process; `stderrTail` is the end of its output. */
interface HostedProcessListener {
  onStart(pid: number): void;
  onMessage(message: unknown): void;
  onEnd(how: string, stderrTail: string): void;
}

/** Starts an engine process with the environment `env`. */
export type StartHostedProcess = (
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  listener: HostedProcessListener,
) => HostedProcess;

/** Starts engine processes for the local service, which cannot start processes itself in an installed app. */
export interface EngineHost {
  /** Handles a message of `local-service/workers/utility-process-engine.ts`; other messages are ignored. */
  handleMessage(message: unknown): void;
  /** Kills all engines; call it when the service has exited. */
  close(): void;
}

/** Creates a host that replies through `reply`. */
export function createEngineHost(start: StartHostedProcess, reply: (message: unknown) => void): EngineHost {
  const hosted = new Map<number, HostedProcess>();

  const open = (id: number, args: readonly string[], env: NodeJS.ProcessEnv): void => {
    const onEnd = (how: string, stderrTail: string): void => {
      hosted.delete(id);
      reply({ kind: 'ended', id, how, lastWords: stderrTail });
    };
    try {
      const process = start(args, env, {
        onStart: (pid) => reply({ kind: 'started', id, pid }),
        onMessage: (message) => reply({ kind: 'said', id, message }),
        onEnd,
      });
      hosted.set(id, process);
    } catch (error) {
      // The system refuses it, such as for lack of memory.
      onEnd(String(error), '');
    }
  };

  return {
    handleMessage: (request) => {
      const { kind, id, args, env, message } = (request ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof id !== 'number') return;
      if (kind === 'start' && Array.isArray(args) && isRecord(env)) open(id, args.map(String), toEnvironment(env));
      else if (kind === 'send') hosted.get(id)?.send(message);
      else if (kind === 'end') hosted.get(id)?.end();
    },
    close: () => {
      for (const process of hosted.values()) process.end();
    },
  };
}

function toEnvironment(values: Readonly<Record<string, unknown>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
