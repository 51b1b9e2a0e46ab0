import { findCreatingStep } from '../../../src-shared/jobs/creating-step.ts';
import { isSplat } from '../../../src-shared/formats/formats.ts';
import type { ArtifactRecord, JobRecord } from '../../pipeline/job-record.ts';

type Made = Pick<JobRecord, 'artifacts' | 'steps' | 'serviceKind'>;

/**
 * Index of the step with the job's current mesh: the newest that produced one, in any format; a conversion only writes the
 * mesh of another step. Clips without geometry are skipped. Null: there is no mesh.
 */
export function findSubject(record: Made): number | null {
  const makers = record.artifacts.filter(isMesh).map(({ step }) => findCreatingStep(record.steps, step));
  const bodies = makers.filter((maker) => hasBody(record, maker));
  return bodies.length > 0 ? Math.max(...bodies) : null;
}

/** Models of a job that contain the mesh of a step. */
export function listMeshesOf({ artifacts, steps }: Pick<Made, 'artifacts' | 'steps'>, maker: number): ArtifactRecord[] {
  return artifacts.filter((artifact) => isMesh(artifact) && findCreatingStep(steps, artifact.step) === maker);
}

function isMesh({ role, format }: ArtifactRecord): boolean {
  return role === 'model' && format !== null && !isSplat(format);
}

/** The service exports clips without geometry unless requested (4.4); the local engine includes it unless disabled. */
function hasBody({ steps, serviceKind }: Made, at: number): boolean {
  const step = steps[at];
  if (step?.operation !== 'retarget_animation') return true;
  const asked = step.params['export_with_geometry'];
  return asked === true || (asked === undefined && serviceKind === 'local');
}
