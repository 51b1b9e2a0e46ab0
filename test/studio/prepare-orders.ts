import type { FaultStudio } from './fault-studio.ts';

/** Orders whose files are uploaded. */
interface PreparedOrders {
  /** Sends all creations at once. */
  send(): void;
  /** Their tasks. */
  readonly ids: Promise<string[]>;
}

/** Uploads the files of orders. */
export async function prepareOrders({ order }: Pick<FaultStudio, 'order'>, count: number): Promise<PreparedOrders> {
  const sent = Promise.withResolvers<void>();
  const uploads = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const ids = Promise.all(
    uploads.map((uploaded) =>
      order(() => {
        uploaded.resolve();
        return sent.promise;
      }),
    ),
  );
  await Promise.race([Promise.all(uploads.map(({ promise }) => promise)), ids]);
  return { send: sent.resolve, ids };
}
