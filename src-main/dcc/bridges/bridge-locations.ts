import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Computer } from '../detect/computer.ts';
import type { Target } from '../targets/target.ts';

/** Which of several installations is meant. */
export interface InstallationFilter {
  /** Only this version of the program; left out: all. */
  readonly version?: string;
  /** The project a bridge goes into, for programs whose bridges lie in projects. */
  readonly project?: string;
}

/** A folder that a bridge is, or can be, laid into. */
export interface BridgeLocation {
  readonly version: string | null;
  readonly program: string;
  readonly place: string;
}

/**
 * The folders a bridge goes into, the newest version first. Throws `program_missing`, `bridge_failed` when a program
 * has not made its settings yet, `config_invalid` when no project is named or it is none.
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
    const versions = found.map(({ version }) => version ?? 'one of an unknown version').join(', ');
    const detail = versions === '' ? '' : `Installed: ${versions}. Not found: ${choice.version ?? 'another'}.`;
    throw new AppError('program_missing', detail, { subject: title });
  }
  // Several builds of one version share their settings, and so the bridge.
  const unique = new Map(wanted.map((each) => [each.place, each] as const).reverse());
  const places = [...unique.values()]
    .reverse()
    .flatMap(({ version, program, place }) => (place === null ? [] : [{ version, program, place }]));
  if (places.length > 0) return places;
  const detail = `Could not find its settings folder. Start ${title} once, then install the bridge again.`;
  throw new AppError('bridge_failed', detail, { subject: title });
}

async function findProject(target: Target, project: string | undefined, computer: Computer): Promise<BridgeLocation> {
  const { title, projects } = target;
  if (project === undefined) {
    const known = (await projects?.find(computer)) ?? [];
    const list = known.length > 0 ? ` ${title} knows: ${known.slice(0, 10).join(', ')}.` : '';
    throw new AppError('config_invalid', `Name the project with --project DIR.${list}`, { subject: title });
  }
  const place = path.resolve(project);
  if (!(await projects?.isProject(computer, place))) {
    throw new AppError('config_invalid', `“${place}” is not a ${title} project.`, { subject: title });
  }
  // A project does not need the program on this computer.
  const [newest] = await target.find(computer);
  return { version: null, program: newest?.program ?? '', place };
}
