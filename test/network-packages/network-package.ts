import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import type { OfferedNetwork } from '../../src-main/network-packages/offered-network.ts';
import { message } from '../../src-shared/messages/message.ts';
import { segmentRed } from '../helpers/models/sample-networks.ts';

/** An entry of an archive: its name and content. */
export type Entry = readonly [name: string, content: Uint8Array | string];

/** A network in an archive, and its row in the table. */
export interface NetworkPackage {
  readonly network: OfferedNetwork;
  readonly archive: Buffer;
}

/** Bytes of each part of the sample network but the last. */
const PART_BYTES = 100;

/** The sample network in parts, in another order than in its file, as a package with its license. */
export async function packNetwork({
  id = 'red',
  network: change = {},
  entries = (usual) => usual,
}: {
  readonly id?: string;
  readonly network?: Partial<OfferedNetwork>;
  /** Changes the entries of the archive. */
  readonly entries?: (usual: readonly Entry[]) => readonly Entry[];
} = {}): Promise<NetworkPackage> {
  const model = segmentRed();
  const parts = Array.from({ length: Math.ceil(model.byteLength / PART_BYTES) }, (_, index): Entry => {
    return [`package/dist/part-${index}`, model.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)];
  });
  const content = entries([['package/LICENSE', 'The license of the sample.\n'], ...parts.toReversed()]);
  const tar = await packTar(content.map(([name, body]) => ({ header: { name, size: body.length }, body })));
  const archive = gzipSync(tar);
  const network: OfferedNetwork = {
    ...{ id, title: 'Red', use: 'masks', about: message('network-package.about-u2netp') },
    licenses: [{ of: 'network', name: 'MIT', link: 'https://example.com/license' }],
    package: {
      ...{ name: '@sample/red', version: '1.0.0', bytes: archive.byteLength, unpackedBytes: tar.byteLength },
      sha512: createHash('sha512').update(archive).digest('base64'),
    },
    licenseEntries: ['package/LICENSE'],
    model: {
      ...{ entries: parts.map(([name]) => name), entryBytes: PART_BYTES, bytes: model.byteLength },
      sha256: createHash('sha256').update(model).digest('hex'),
    },
    settings: {},
    ...change,
  };
  return { network, archive };
}
