import { AppError } from '../../src-shared/errors.ts';
import { TARGET_NAMES, type Target, type TargetName } from './target.ts';
import { blender } from './targets/blender.ts';
import { cinema4d } from './targets/cinema4d.ts';
import { folder } from './targets/folder.ts';
import { godot } from './targets/godot.ts';
import { houdini } from './targets/houdini.ts';
import { max } from './targets/max.ts';
import { maya } from './targets/maya.ts';
import { openWith } from './targets/open-with.ts';
import { bambu, cura, orca, prusaSlicer } from './targets/slicers.ts';
import { unity } from './targets/unity.ts';
import { unreal } from './targets/unreal.ts';

/** Every target; one without a row does not compile. */
export const TARGETS: Readonly<Record<TargetName, Target>> = {
  blender,
  maya,
  max,
  houdini,
  cinema4d,
  unreal,
  unity,
  godot,
  'prusa-slicer': prusaSlicer,
  orca,
  bambu,
  cura,
  folder,
  'open-with': openWith,
};

/** The target of a name. Throws `config_invalid` that lists the names there are. */
export function getTarget(name: string): Target {
  if (Object.hasOwn(TARGETS, name)) return TARGETS[name as TargetName];
  throw new AppError('config_invalid', `There are ${TARGET_NAMES.join(', ')}.`, { subject: `The target “${name}”` });
}
