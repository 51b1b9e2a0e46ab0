import { checkModel } from './inspect/check-model.ts';
import { readContentFacts } from './inspect/content-facts.ts';
import { inspectSource } from './inspect/inspect-source.ts';
import { unpackBundle } from './inspect/unpack-bundle.ts';
import { readUsdSpace } from './inspect/usd-space.ts';

/**
 * Everything that parses files from outside, by name. Requests and responses are plain data, because they cross a process
 * boundary; every request has the `path` of the file.
 */
export const READ_FUNCTIONS = {
  'inspect-source': inspectSource,
  'check-model': checkModel,
  'content-facts': readContentFacts,
  'usd-space': readUsdSpace,
  'unpack-bundle': unpackBundle,
} as const;
