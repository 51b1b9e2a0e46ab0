import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { canFormatMessage } from '../../../src-shared/api/messages/format-message.ts';
import { claim } from '../../../src-shared/delivery/claim.ts';
import { MANIFEST_NAME, STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import { manifest } from '../../../src-shared/delivery/manifest.ts';
import { receipt } from '../../../src-shared/delivery/receipt.ts';
import { targetBaseline } from '../../../src-shared/delivery/target-baseline.ts';
import { targetHeartbeat } from '../../../src-shared/delivery/target-heartbeat.ts';
import { ENGLISH } from '../../../src-shared/messages/english.ts';
import { createDeliveryReader } from '../../../src-main/dcc/receipts/delivery-reader.ts';
import { toDeliveries } from '../../../src-main/dcc/receipts/to-deliveries.ts';
import { readManifests } from '../../../src-main/queue/store/job-manifests.ts';
import type { Prng } from '../../simulation/prng.ts';
import type { FuzzInput, JsonTarget } from '../fuzz-target.ts';
import { hostileText, repeats } from '../hostile-values.ts';
import { corruptJson, toJsonText } from './corrupt-json.ts';
import { valueOfSchema } from './value-of-schema.ts';

const ASSET = '00000000-0000-4000-8000-000000000000';
const TARGET = 'blender@studio';
const RECEIPT = `${STATE_FOLDER}/receipts/${ASSET}--${TARGET}.json`;
const ASSET_MANIFEST = `a/${MANIFEST_NAME}`;
/** Files of the protocol in an output folder, with their schemas. */
const FILES: Readonly<Record<string, z.ZodObject>> = {
  [ASSET_MANIFEST]: manifest,
  [RECEIPT]: receipt,
  [`${STATE_FOLDER}/claims/${ASSET}--${TARGET}.1.json`]: claim,
  [`${STATE_FOLDER}/targets/${TARGET}.json`]: targetHeartbeat,
  [`${STATE_FOLDER}/seen/${TARGET}.json`]: targetBaseline,
};
const MODEL = { path: 'a.glb', format: 'glb', role: 'model' };

/** The files that bridges and other programs write into an output folder: manifests, receipts, claims, heartbeats. */
export const deliveries: JsonTarget = {
  kind: 'json',
  name: 'deliveries',
  generate: (prng) => {
    const files = Object.entries(FILES).map(([file, schema]) => [file, draft(prng, file, schema)] as const);
    return JSON.stringify(Object.fromEntries(files));
  },
  run: async (input: FuzzInput) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'output-'));
    try {
      for (const [file, text] of Object.entries(JSON.parse(String(input)) as Record<string, string>)) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), text);
      }
      const read = toDeliveries(await createDeliveryReader(folder).read(), '1.0.0');
      const messages = [...read.problems, ...read.deliveries.flatMap(({ contradictions }) => contradictions)];
      const wrong = messages.find((each) => typeof each === 'string' || !canFormatMessage(ENGLISH, each));
      if (wrong !== undefined) throw new Error(`an invalid message: ${JSON.stringify(wrong)}`);
      return read.problems.length === 0;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function draft(prng: Prng, file: string, schema: z.ZodObject): string {
  const value = valueOfSchema(prng, schema) as Record<string, unknown>;
  const known = { ...value, asset: ASSET, target: TARGET };
  if (file === ASSET_MANIFEST) {
    const [first] = value['files'] as object[];
    Object.assign(known, { id: ASSET, files: [{ ...first, ...MODEL, clips: names(prng) }] });
  }
  if (file === RECEIPT) Object.assign(known, { status: 'imported', error: null, file: 'a/a.glb', clips: names(prng) });
  return toJsonText(prng, prng.chance(0.25) ? corruptJson(prng, known) : known);
}

function names(prng: Prng): string[] {
  const prefix = hostileText(prng).slice(0, 90);
  return Array.from({ length: repeats(prng, 9) - 1 }, (_, at) => `${prefix}${at}`);
}

const STEP = { operation: 'image_to_model', taskId: null, params: {}, seeds: {}, exports: null, from: null };
const SOURCE = {
  slot: null,
  name: 'a',
  path: '/a/b.png',
  bytes: 1,
  token: null,
  taken: { place: 'b.png', fileId: '1:1' },
};

/** The manifests of finished jobs, from which a damaged queue is restored. */
export const jobManifests: JsonTarget = {
  kind: 'json',
  name: 'job-manifests',
  generate: (prng) => {
    const artifact = {
      id: 'a',
      path: '/a/b.glb',
      sha256: 'a'.repeat(64),
      step: 0,
      role: 'model',
      format: 'glb',
      bytes: 1,
    };
    // A copy, because the record is changed in place.
    const record = structuredClone({
      ...{ id: 'a', name: hostileText(prng), position: 1, status: 'done', step: 0, notes: [hostileText(prng)] },
      ...{ steps: [STEP], artifacts: [artifact], sources: [SOURCE], sourcePath: '/a/b.png', sourceBytes: 1 },
    });
    return toJsonText(prng, prng.chance(0.5) ? corruptJson(prng, { record }) : { record });
  },
  run: (input: FuzzInput) => {
    const library = mkdtempSync(path.join(os.tmpdir(), 'library-'));
    try {
      mkdirSync(path.join(library, 'a'));
      writeFileSync(path.join(library, 'a', 'manifest.json'), input);
      return Promise.resolve(readManifests(library).length > 0);
    } finally {
      rmSync(library, { recursive: true });
    }
  },
};
