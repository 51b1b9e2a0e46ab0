import { z } from 'zod';
import { oidcConfig } from '../console/sign-in/oidc-config.ts';
import { isOrigin } from '../../base/network/is-origin.ts';
import { LOG_LEVELS } from './log-levels.ts';

/** Hosts that clients cannot use as an address. */
const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];

/** Connections of a process to its database. */
const CONNECTIONS = 16;

/** A reverse proxy that asks /readyz every second or two has noticed by then. */
const DRAIN_SECONDS = 5;

/** A studio's deployment: several processes on several hosts share a PostgreSQL database and an object storage. */
export const studioConfig = z
  .strictObject({
    /** Address of the database, such as `postgres://dropforge@db.example.org/dropforge`. A password may be in PGPASSWORD. */
    database: z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address such as postgres://user@host/database'),
    /** Maximum number of connections of this process. */
    connections: z.int().min(4).max(1_000).default(CONNECTIONS),
    /** Address on which this process listens. */
    host: z.string().min(1).default('127.0.0.1'),
    /** Address for clients, where it is another one: that of a reverse proxy. */
    publicUrl: z
      .string()
      .refine(isOrigin, 'must be a URL such as https://dropforge.example.org, without a path')
      .optional(),
    /** File with a token that opens the console; absent: no token does. A relative path is resolved like `dataDir`. */
    consoleTokenFile: z.string().min(1).optional(),
    /** Sign-in to the console with an OpenID Connect provider. */
    oidc: oidcConfig.optional(),
    /** Port of /healthz, /readyz and /metrics on the same address, 0: any free one; absent: they are not served. */
    operationsPort: z.int().min(0).max(65_535).optional(),
    /** How long an API process that is stopped goes on to accept requests after /readyz says that it is not ready. */
    drainSeconds: z.int().min(0).max(600).default(DRAIN_SECONDS),
    /** Lines of a lower level are not logged. */
    logLevel: z.enum(LOG_LEVELS).default('info'),
    /** Name of a worker in the console; absent: its host and process. */
    name: z.string().trim().min(1).max(100).optional(),
    /** Tasks that a worker runs at the same time; absent: as many as its processors and memory allow. */
    seats: z.int().min(1).max(256).optional(),
  })
  .refine(({ host, publicUrl }) => publicUrl !== undefined || !EVERY_ADDRESS.includes(host), {
    path: ['publicUrl'],
    message: 'is required if host stands for every address of the computer',
  });

/** A studio's deployment. */
export type StudioConfig = Readonly<z.output<typeof studioConfig>>;
