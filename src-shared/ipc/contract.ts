import { accountCalls } from './calls/account-calls.ts';
import { appCalls } from './calls/app-calls.ts';
import { artifactCalls } from './calls/artifact-calls.ts';
import type { CallTable, HandlersOf } from './calls/call-table.ts';
import { collectionCalls } from './calls/collection-calls.ts';
import { confirmationCalls } from './calls/confirmation-calls.ts';
import { deliveryCalls } from './calls/delivery-calls.ts';
import { exportFolderCalls } from './calls/export-folder-calls.ts';
import { folderCalls } from './calls/folder-calls.ts';
import { generatorCalls } from './calls/generator-calls.ts';
import { joinTables } from './calls/join-tables.ts';
import { libraryCalls } from './calls/library-calls.ts';
import { linkCalls } from './calls/link-calls.ts';
import { maskCalls } from './calls/mask-calls.ts';
import { moneyCalls } from './calls/money-calls.ts';
import { networkCalls } from './calls/network-calls.ts';
import { operationCalls } from './calls/operation-calls.ts';
import { pageCalls } from './calls/page-calls.ts';
import { queueCalls } from './calls/queue-calls.ts';
import { recipeCalls } from './calls/recipe-calls.ts';
import { referenceCalls } from './calls/reference-calls.ts';
import { serviceCalls } from './calls/service-calls.ts';
import { settingsCalls } from './calls/settings-calls.ts';
import { sourceCalls } from './calls/source-calls.ts';
import { supportCalls } from './calls/support-calls.ts';
import { targetCalls } from './calls/target-calls.ts';
import { updateCalls } from './calls/update-calls.ts';
import type { CALL_NAMES } from './channels.ts';

/** All calls of the page: channel → [input, output]. The preload allows exactly the channels of `CALL_NAMES`. */
export const calls = joinTables(
  appCalls,
  pageCalls,
  confirmationCalls,
  queueCalls,
  moneyCalls,
  sourceCalls,
  maskCalls,
  linkCalls,
  referenceCalls,
  recipeCalls,
  operationCalls,
  artifactCalls,
  libraryCalls,
  collectionCalls,
  folderCalls,
  exportFolderCalls,
  targetCalls,
  deliveryCalls,
  settingsCalls,
  serviceCalls,
  generatorCalls,
  networkCalls,
  accountCalls,
  supportCalls,
  updateCalls,
) satisfies CallTable & Record<(typeof CALL_NAMES)[number], unknown>;

/** A channel of a call. */
export type Call = keyof typeof calls;

/** Exactly one function for each call. */
export type Handlers = HandlersOf<typeof calls>;

/** Input of a call, as its handler receives it. */
export type Input<C extends Call> = Parameters<Handlers[C]>[0];

/** Output of a call. */
export type Output<C extends Call> = Awaited<ReturnType<Handlers[C]>>;
