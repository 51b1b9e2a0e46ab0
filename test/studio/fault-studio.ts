import sharp from 'sharp';
import { expect } from 'vitest';
import type { S3Server } from '../helpers/service/file-storages.ts';
import { openOwnStudio, type OwnStudio } from '../helpers/service/own-studio.ts';
import type { StudioApi } from '../helpers/service/studio.ts';
import { send } from '../local-service/workers/call.ts';
import { createPersistentClient, type PersistentClient } from './persistent-client.ts';
import { expectBooks } from './studio-books.ts';
import { QUICK } from './quick-recipe.ts';

const PATH = '/v3/generation/image-to-model';

/** A studio with its servers and one client that does not give up. */
export interface FaultStudio<Storage extends S3Server = S3Server> extends OwnStudio<Storage> {
  readonly client: PersistentClient;
  /** Orders a small model of an image; `before` is called between its upload and its creation. */
  order(before?: () => Promise<unknown>): Promise<string>;
  /** Waits for tasks, which must succeed with a file that can be downloaded, and checks the books. */
  expectMade(ids: readonly string[]): Promise<void>;
}

/** Opens a studio without processes; `addresses` are those that its client knows. */
export async function openFaultStudio<Storage extends S3Server>(
  addresses: () => readonly StudioApi[],
  startStorage: () => Promise<Storage>,
): Promise<FaultStudio<Storage>> {
  const studio = await openOwnStudio({ credits: 100_000 }, startStorage);
  const client = createPersistentClient(addresses);
  const svg = '<svg width="96" height="96"><circle cx="48" cy="48" r="40" fill="#d33"/></svg>';
  const picture = await sharp(Buffer.from(svg)).png().toBuffer();
  return {
    ...studio,
    client,
    order: (before) => client.order(PATH, QUICK, picture, before),
    async expectMade(ids) {
      for (const id of ids) {
        const made = await client.untilEnded(id);
        expect([made.status, made.error_message]).toEqual(['success', undefined]);
        const file = await send(made.output.model_url);
        expect([file.status, file.bytes.toString('latin1', 0, 4)]).toEqual([200, 'glTF']);
      }
      await expectBooks(studio.query);
    },
  };
}
