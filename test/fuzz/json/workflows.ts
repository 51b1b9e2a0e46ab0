import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  bindWorkflow,
  findInput,
  findModelFolder,
} from '../../../src-main/local-service/generators/comfyui/bind-workflow.ts';
import {
  findBoundNodes,
  isInputBinding,
  listAppearances,
  listWorkflowOperations,
  readWorkflow,
  type Binding,
} from '../../../src-main/local-service/generators/comfyui/workflow.ts';
import type { JsonTarget } from '../fuzz-target.ts';
import { accepts } from './accepts.ts';
import { corruptJson, toJsonText } from './corrupt-json.ts';

const titled = (title: string) => ({ _meta: { title: `dropforge:${title}` } });

const WORKFLOW = {
  '1': { class_type: 'LoadImage', inputs: { image: 'a.png' }, ...titled('front') },
  '2': { class_type: 'LoadImage', inputs: { image: 'a.png' }, ...titled('left') },
  '3': { class_type: 'Views', inputs: { front: ['1', 0], left: ['2', 0] } },
  '4': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['3', 1] }, ...titled('prompt') },
  '5': { class_type: 'KSampler', inputs: { seed: 1, steps: 5, positive: ['4', 0] }, ...titled('seed') },
  '6': { class_type: 'SaveGLB', inputs: { mesh: ['5', 0], filename_prefix: 'a' }, ...titled('output') },
};

const TYPES = new Map([['Views', { required: new Set(['front']) }]]);
const VALUES = new Map<Binding, string | number>([
  ['front', 'b.png'],
  ['seed', 7],
]);

let file: string | null = null;

/** The file of a ComfyUI workflow, which is read and bound to a request with one view. */
export const workflows: JsonTarget = {
  kind: 'json',
  name: 'workflows',
  generate(prng) {
    const workflow = structuredClone(WORKFLOW);
    return toJsonText(prng, prng.chance(0.85) ? corruptJson(prng, workflow) : workflow);
  },
  async run(input) {
    const name = (file ??= path.join(mkdtempSync(path.join(os.tmpdir(), 'dropforge-fuzz-workflow-')), 'a.json'));
    writeFileSync(name, input);
    return accepts(async () => {
      const { workflow } = await readWorkflow(name);
      const bound = findBoundNodes(workflow, name);
      for (const [binding, ids] of bound) {
        if (isInputBinding(binding)) for (const id of ids) findInput(workflow, id, binding, name);
      }
      findModelFolder(workflow, bound, name);
      listWorkflowOperations(bound);
      listAppearances(bound);
      JSON.stringify(bindWorkflow(workflow, { bound, values: VALUES, types: TYPES, file: name }));
    });
  },
};
