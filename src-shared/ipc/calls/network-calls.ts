import { z } from 'zod';
import { networkConfig, NETWORK_USES } from '../../api/generators/network-config.ts';
import { messageSchema } from '../../api/messages/message-schema.ts';
import { errorInfoSchema } from '../../base/error-info-schema.ts';
import { id, nothing } from './call-schemas.ts';

/** Id of an offered network. */
const networkId = z.string().min(1).max(100);

/** A network that Dropforge installs, as the page shows it. */
const networkCard = z.object({
  id: networkId,
  title: z.string(),
  about: messageSchema,
  /** Name and version of the package. */
  package: z.string(),
  /** Size of the download. */
  bytes: z.number(),
  licenses: z.array(z.object({ of: z.enum(['package', 'network']), name: z.string(), link: z.string() })),
  installed: z.boolean(),
});

/** A network that Dropforge installs, as the page shows it. */
export type NetworkCard = Readonly<z.infer<typeof networkCard>>;

/** Where a network runs: the processor or the graphics card. */
const device = networkConfig.shape.device.unwrap();

/** A file of the user that is used. */
const ownFile = z.object({ name: z.string(), device });

/** The networks that Dropforge installs, and what is used for masks and depth. */
export const networksView = z.object({
  networks: z.array(networkCard),
  /** Id of the installed network that is used; null: none. */
  used: networkId.nullable(),
  /** Files of the user that are used; null: an installed network, or the built-in engine. */
  ownFiles: z.object({ masks: ownFile.nullable(), depth: ownFile.nullable() }),
  /** False: nothing here can run networks. */
  canRun: z.boolean(),
  /** The installation that is running. */
  installing: z.object({ id: networkId, bytes: z.number(), totalBytes: z.number() }).nullable(),
  /** Why the last installation failed; null: it did not. */
  failed: z.object({ id: networkId, error: errorInfoSchema }).nullable(),
  /** True if files are chosen in a dialog of the system; otherwise their paths are typed. */
  hasDialog: z.boolean(),
});

/** The networks that Dropforge installs, and what is used for masks and depth. */
export type NetworksView = Readonly<z.infer<typeof networksView>>;

/** A file: the id that `networks:chooseFile` returned, or its absolute path where there is no dialog. */
const newFile = z.union([z.object({ chosen: id }), z.object({ typed: z.string().min(1).max(4_000) })]);

const use = z.enum(NETWORK_USES);

/** Calls about networks for masks and depth: channel → [input, output]. */
export const networkCalls = {
  'networks:list': [nothing, networksView],
  /** Opens the file dialog of the system; null: nothing was chosen, or there is none. */
  'networks:chooseFile': [
    z.object({ purpose: z.enum(['package', 'network']) }),
    z.object({ id, name: z.string() }).nullable(),
  ],
  /** Starts an installation; `networks:changed` reports how it goes. Throws AppError if it cannot start. */
  'networks:install': [
    z.object({
      id: networkId,
      /** The person accepted the licenses of the card. */
      acceptsLicense: z.literal(true),
      /** Null: the package is downloaded. */
      from: newFile.nullable(),
    }),
    networksView,
  ],
  'networks:cancel': [nothing, networksView],
  /** Uses an installed network. */
  'networks:use': [z.object({ id: networkId }), networksView],
  /** Uses an ONNX file of the user. Throws AppError, for example `file_missing`. */
  'networks:useFile': [
    z.object({
      use,
      /** `kept`: the file that is used already. */
      file: z.union([newFile, z.object({ kept: z.literal(true) })]),
      device,
    }),
    networksView,
  ],
  /** Uses the built-in engine. The file that was used is not deleted. */
  'networks:useBuiltIn': [z.object({ use }), networksView],
  'networks:remove': [z.object({ id: networkId }), networksView],
} as const;
