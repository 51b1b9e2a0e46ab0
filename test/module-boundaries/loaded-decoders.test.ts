import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLoadedModules } from './find-loaded-modules.ts';

const root = resolve(import.meta.dirname, '../..');
const DECODING = findLoadedModules(root, [
  'src-main/readers/reader-worker.ts',
  'src-main/local-service/workers/engine-worker.ts',
]);
const APP = findLoadedModules(root, [
  'src-main/main.ts',
  'src-main/cli.ts',
  'src-main/folders/watching/watching-worker.ts',
]);
const SERVICES = findLoadedModules(root, [
  'src-main/local-service/main.ts',
  'src-main/local-service/studio-main.ts',
  'src-main/local-service/worker-main.ts',
]);

/** Packages of reader and engine processes that decode nothing. */
const NEUTRAL = /^(zod|intl-messageformat|node:(?!zlib$|vm$).*)$/;
const isDecoder = (name: string): boolean =>
  name === 'modern-tar' || (DECODING.packages.includes(name) && !NEUTRAL.test(name));
const isReader = (file: string): boolean => /^src-main\/(engine|readers\/inspect)\//.test(file);

describe('files from outside are decoded in processes of their own', () => {
  it('which load the decoders', () => {
    expect(DECODING.packages).toEqual(expect.arrayContaining(['sharp', 'yauzl', 'node:zlib', 'draco3dgltf']));
  });

  // Archives of networks are unpacked only if they have the hash that is in the code.
  it('the app loads none, except for archives with a known hash', () => {
    expect(APP.packages.filter(isDecoder)).toEqual(['modern-tar', 'node:zlib']);
    expect(APP.files.filter((file) => /unpack/.test(file))).toEqual(['src-main/network-packages/unpack-network.ts']);
  });

  it('of their code, the app loads only what reads some bytes at the start or the end of a file, or writes', () => {
    expect(APP.files.filter(isReader)).toEqual([
      'src-main/engine/base/errors/engine-error.ts',
      'src-main/engine/base/errors/model-error.ts',
      'src-main/engine/base/image/sniff-image-format.ts',
      'src-main/engine/files/model/sniff-model-format.ts',
      'src-main/engine/files/zip/write-zip.ts',
      'src-main/readers/inspect/check-image.ts',
      'src-main/readers/inspect/describe-unknown-content.ts',
      'src-main/readers/inspect/sniff-model.ts',
    ]);
  });

  it('the local service loads none, and of their code only magic numbers', () => {
    expect(SERVICES.packages.filter(isDecoder)).toEqual([]);
    expect(SERVICES.files.filter(isReader)).toEqual([
      'src-main/engine/base/errors/engine-error.ts',
      'src-main/engine/base/errors/model-error.ts',
      'src-main/engine/base/errors/operation-error.ts',
      'src-main/engine/base/image/image.ts',
      'src-main/engine/files/model/sniff-model-format.ts',
    ]);
  });
});

/** Files that parse JSON without bounds: Dropforge wrote or checked it, a person typed it, or it is one short string. */
const WITHOUT_BOUNDS = [
  'src-main/base/log/log-file.ts',
  'src-main/base/parse-json-or-null.ts',
  'src-main/base/project-root.ts',
  'src-main/cli/actions/recipes.ts',
  'src-main/cli/lib/input/parse-parameter.ts',
  'src-main/dcc/bridges/bridge-package.ts',
  'src-main/doctor/libraries.ts',
  'src-main/local-service/tasks/embedded/sqlite-task-table.ts',
  'src-main/local-service/tasks/find-uploads-in-use.ts',
  'src-main/local-service/tasks/studio/postgres-task-store.ts',
  'src-main/local-service/webhooks/postgres-delivery-store.ts',
  'src-main/local-service/webhooks/sqlite-delivery-store.ts',
  'src-main/service-client/local-service/local-service-process.ts',
  'src-main/updates/parse-feed.ts',
  'src-shared/api/protocol/is-task-of-request.ts',
];

it('other JSON is parsed only after its depth and length were checked', () => {
  const parses = (file: string): boolean => readFileSync(resolve(root, file), 'utf8').includes('JSON.parse(');
  const files = [...new Set([...APP.files, ...SERVICES.files, ...DECODING.files])].filter(parses).sort();
  expect(files).toEqual([...WITHOUT_BOUNDS, 'src-shared/formats/parse-bounded-json.ts']);
});
