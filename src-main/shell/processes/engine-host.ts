/** A process that can be told something, and ended for good. */
export interface HostedProcess {
  send(message: unknown): void;
  end(): void;
}

/** Who hears of a hosted process; `lastWords` is the end of its standard error. */
export interface HostedProcessListener {
  onMessage(message: unknown): void;
  onEnd(how: string, lastWords: string): void;
}

/** Starts the process of one engine. */
export type StartHostedProcess = (args: readonly string[], ears: HostedProcessListener) => HostedProcess;

/** Starts engines for the local service, which cannot start processes itself in an installed app. */
export interface EngineHost {
  /** Takes what the service asks; what is no order of `local-service/workers/host-engine.ts` is passed over. */
  take(order: unknown): void;
  /** Ends every engine; call it when the service is gone. */
  close(): void;
}

/** A host that answers through `tell`. */
export function createEngineHost(start: StartHostedProcess, tell: (word: unknown) => void): EngineHost {
  const hosted = new Map<number, HostedProcess>();

  const open = (id: number, args: readonly string[]): void => {
    const process = start(args, {
      onMessage: (message) => tell({ kind: 'said', id, message }),
      onEnd: (how, lastWords) => {
        hosted.delete(id);
        tell({ kind: 'ended', id, how, lastWords });
      },
    });
    hosted.set(id, process);
  };

  return {
    take: (order) => {
      const { kind, id, args, message } = (order ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof id !== 'number') return;
      if (kind === 'start' && Array.isArray(args)) open(id, args.map(String));
      else if (kind === 'send') hosted.get(id)?.send(message);
      else if (kind === 'end') hosted.get(id)?.end();
    },
    close: () => {
      for (const process of hosted.values()) process.end();
    },
  };
}
