import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Computer } from '../detect/computer.ts';
import type { Target } from '../targets/target.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Selects one of several installations. */
export interface InstallationFilter {
  /** Only this version of the program. Default: all. */
  readonly version?: string;
  /** Project folder, for programs whose bridges are installed in projects. */
  readonly project?: string;
}

/** A folder where a bridge is or can be installed. */
export interface BridgeLocation {
  readonly version: string | null;
  readonly program: string;
  readonly place: string;
}

/**
 * Finds the install folders of a bridge, newest version first. Throws `program_missing`, `bridge_failed` if a program has no
 * settings folder yet, `config_invalid` without a valid project.
 */
export async function findBridgeLocations(
  target: Target,
  choice: InstallationFilter,
  computer: Computer,
): Promise<BridgeLocation[]> {
  const { title } = target;
  if (target.projects) return [await findProject(target, choice.project, computer)];
  const found = await target.find(computer);
  const wanted = found.filter(({ version }) => choice.version === undefined || version === choice.version);
  if (wanted.length === 0) {
    const versions = found.map(({ version }) => version ?? 'unknown version').join(', ');
    const detail =
      versions === ''
        ? ''
        : message('bridge.other-program', { found: versions, wanted: choice.version ?? 'other versions' });
    throw new AppError('program_missing', detail, { subject: title });
  }
  // Several builds of one version share their settings folder and so the bridge.
  const unique = new Map(wanted.map((each) => [each.place, each] as const).reverse());
  const places = [...unique.values()]
    .reverse()
    .flatMap(({ version, program, place }) => (place === null ? [] : [{ version, program, place }]));
  if (places.length > 0) return places;
  const detail = message('bridge.settings-folder-unknown', { program: title });
  throw new AppError('bridge_failed', detail, { subject: title });
}

async function findProject(target: Target, project: string | undefined, computer: Computer): Promise<BridgeLocation> {
  const { title, projects } = target;
  if (project === undefined) {
    const known = (await projects?.find(computer)) ?? [];
    const shown = known.slice(0, 10);
    const detail = message('bridge.name-project', { program: title, count: shown.length, projects: shown });
    throw new AppError('config_invalid', detail, { subject: title });
  }
  const place = path.resolve(project);
  if (!(await projects?.isProject(computer, place))) {
    throw new AppError('config_invalid', message('bridge.not-a-project', { folder: place, program: title }), {
      subject: title,
    });
  }
  // The program need not be installed on this computer.
  const [newest] = await target.find(computer);
  return { version: null, program: newest?.program ?? '', place };
}
