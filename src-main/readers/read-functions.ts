import { checkModel } from './inspect/check-model.ts';
import { readContentFacts } from './inspect/content-facts.ts';
import { checkSource } from './inspect/check-source.ts';
import { previewModel } from './inspect/preview-model.ts';
import { toPngFile } from './inspect/to-png-file.ts';
import { sniffModel } from './inspect/sniff-model.ts';
import { inspectSource } from './inspect/inspect-source.ts';
import { unpackBundle } from './inspect/unpack-bundle.ts';
import { readUsdSpace } from './inspect/usd-space.ts';

/**
 * Everything that parses files from outside, by name. Requests and responses are plain data, because they cross a process
 * boundary; every request has the `path` of the file.
 */
export const READ_FUNCTIONS = {
  'check-source': checkSource,
  'inspect-source': inspectSource,
  'preview-model': previewModel,
  'to-png-file': toPngFile,
  'sniff-model': sniffModel,
  'check-model': checkModel,
  'content-facts': readContentFacts,
  'usd-space': readUsdSpace,
  'unpack-bundle': unpackBundle,
} as const;
