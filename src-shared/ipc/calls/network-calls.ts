import { z } from 'zod';
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

/** The networks, and which one is used for masks. */
export const networksView = z.object({
  networks: z.array(networkCard),
  /** Id of the used network; null: the built-in masks, or a file of the user. */
  used: networkId.nullable(),
  /** Name of the file of the user that is used; null: none. */
  ownFile: z.string().nullable(),
  /** False: nothing here can run networks. */
  canRun: z.boolean(),
  /** The installation that is running. */
  installing: z.object({ id: networkId, bytes: z.number(), totalBytes: z.number() }).nullable(),
  /** Why the last installation failed; null: it did not. */
  failed: z.object({ id: networkId, error: errorInfoSchema }).nullable(),
  /** True if files are chosen in a dialog of the system; otherwise their paths are typed. */
  hasDialog: z.boolean(),
});

/** The networks, and which one is used for masks. */
export type NetworksView = Readonly<z.infer<typeof networksView>>;

/** A package that was downloaded elsewhere: the id of `networks:chooseFile`, or its absolute path without a dialog. */
const packageFile = z.union([z.object({ chosen: id }), z.object({ typed: z.string().min(1).max(4_000) })]);

/** Calls about networks for masks: channel → [input, output]. */
export const networkCalls = {
  'networks:list': [nothing, networksView],
  /** Opens the file dialog of the system; null: nothing was chosen, or there is none. */
  'networks:chooseFile': [nothing, z.object({ id, name: z.string() }).nullable()],
  /** Starts an installation; `networks:changed` reports how it goes. Throws AppError if it cannot start. */
  'networks:install': [
    z.object({
      id: networkId,
      /** The person accepted the licenses of the card. */
      acceptsLicense: z.literal(true),
      /** Null: the package is downloaded. */
      from: packageFile.nullable(),
    }),
    networksView,
  ],
  'networks:cancel': [nothing, networksView],
  /** Uses an installed network; null: the built-in masks. */
  'networks:use': [z.object({ id: networkId.nullable() }), networksView],
  'networks:remove': [z.object({ id: networkId }), networksView],
} as const;
