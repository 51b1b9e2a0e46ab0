import type { z } from 'zod';
import type { networkConfig, NetworkUse } from '../../src-shared/api/generators/network-config.ts';
import type { Message } from '../../src-shared/messages/message.ts';

/** A license that a person accepts before the installation. */
interface NetworkLicense {
  /** What it covers. */
  readonly of: 'package' | 'network';
  /** SPDX identifier. */
  readonly name: string;
  readonly link: string;
}

/** A network that Dropforge installs from an npm package. Everything about its content is fixed here. */
export interface OfferedNetwork {
  /** Name of its folder and its file. */
  readonly id: string;
  readonly title: string;
  readonly about: Message;
  readonly use: NetworkUse;
  readonly licenses: readonly NetworkLicense[];
  readonly package: {
    readonly name: string;
    readonly version: string;
    readonly bytes: number;
    /** SHA-512 in base64, as in lock files of npm. */
    readonly sha512: string;
    readonly unpackedBytes: number;
  };
  /** Entries with the texts of the licenses. */
  readonly licenseEntries: readonly string[];
  readonly model: {
    /** Entries whose contents follow each other in the file. */
    readonly entries: readonly string[];
    /** Size of each entry but the last. */
    readonly entryBytes: number;
    readonly bytes: number;
    readonly sha256: string;
  };
  /** Settings of the network, without its file. */
  readonly settings: Omit<z.input<typeof networkConfig>, 'model'>;
}

/** Name and version of a package, as npm writes them. */
export function packageLabel({ package: { name, version } }: Pick<OfferedNetwork, 'package'>): string {
  return `${name}@${version}`;
}
