import { z } from 'zod';
import type { Operation } from './api/operation.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './api/operations.ts';
import { takenTasks } from './find-step-source.ts';

/** Heads of the list of operations, in its order. */
export const OPERATION_GROUPS = ['surface', 'mesh', 'animation', 'form', 'views'] as const;

/** Where an operation stands in the list, in its order; null: it never works on a result. */
export const GROUP_OF: Readonly<Record<OperationName, (typeof OPERATION_GROUPS)[number] | null>> = {
  texture_model: 'surface',
  unwrap_uv: 'surface',
  decimate_mesh: 'mesh',
  segment_mesh: 'mesh',
  smart_segment: 'mesh',
  complete_mesh: 'mesh',
  refine_model: 'mesh',
  rig_check: 'animation',
  rig_model: 'animation',
  retarget_animation: 'animation',
  convert_model: 'form',
  stylize_model: 'form',
  edit_multiview_image: 'views',
  multiview_to_model: 'views',
  image_to_model: 'views',
  generate_multiview_image: 'views',
  image_to_image: 'views',
  image_to_splat: 'views',
  text_to_model: null,
  text_to_image: null,
  import_model: null,
};

const name = z.enum(OPERATION_NAMES);

/** Why an operation cannot work on a result. */
export const misfit = z.discriminatedUnion('kind', [
  /** It takes the results of these only. */
  z.object({ kind: z.literal('needs'), operations: z.array(name) }),
  /** It takes any model, and this is none, or one of splats. */
  z.object({ kind: z.literal('no_model') }),
  /** A free check tells first whether it can succeed. */
  z.object({ kind: z.literal('check_first'), check: name }),
]);

/** Why an operation cannot work on a result. */
export type Misfit = Readonly<z.infer<typeof misfit>>;

/** A step of a job, as far as it matters to what may follow it. */
export interface FinishedStep {
  readonly operation: OperationName;
  readonly from: number | null;
  readonly status: string;
}

/** Why an operation cannot work on the result of a step; null when it can. Read from what each takes and puts out. */
export function findMisfit(wanted: OperationName, steps: readonly FinishedStep[], at: number): Misfit | null {
  const { source }: Operation = OPERATIONS[wanted];
  const made = steps[at];
  const { outputs: given }: { readonly outputs: readonly string[] } = made
    ? OPERATIONS[made.operation]
    : { outputs: [] };
  const types = takenTasks(source);
  if (types === null ? !isMesh(given) : !made || !types.includes(made.operation)) {
    return types === null
      ? { kind: 'no_model' }
      : { kind: 'needs', operations: OPERATION_NAMES.filter((each) => types.includes(each)) };
  }
  const check = findCheck(wanted);
  const isChecked = steps.some(
    ({ operation, from, status }) => operation === check && from === at && status === 'done',
  );
  return check === null || isChecked ? null : { kind: 'check_first', check };
}

/** The operation that makes no file but answers what another will put out beside its own, as a rig check does. */
function findCheck(wanted: OperationName): OperationName | null {
  const { outputs }: Operation = OPERATIONS[wanted];
  if (!outputs.some(isFile)) return null;
  const checks = OPERATION_NAMES.filter((each) => !OPERATIONS[each].outputs.some(isFile));
  return checks.find((each) => OPERATIONS[each].outputs.some((key) => outputs.includes(key))) ?? null;
}

/** Splats come under the key of models, and no operation takes them. */
function isMesh(outputs: readonly string[]): boolean {
  return outputs.includes('model_url') && !outputs.includes('splat_url');
}

function isFile(output: string): boolean {
  return output.endsWith('_url');
}
