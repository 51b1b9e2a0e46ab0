import { AppError } from '../../../src-shared/base/errors.ts';
import { TARGET_NAMES, type Target, type TargetName } from './target.ts';
import { blender } from './programs/blender.ts';
import { cinema4d } from './programs/cinema4d.ts';
import { folder } from './programs/folder.ts';
import { godot } from './programs/godot.ts';
import { houdini } from './programs/houdini.ts';
import { max } from './programs/max.ts';
import { maya } from './programs/maya.ts';
import { openWith } from './programs/open-with.ts';
import { bambu, cura, orca, prusaSlicer } from './programs/slicers.ts';
import { unity } from './programs/unity.ts';
import { unreal } from './programs/unreal.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** All targets; a missing one does not compile. */
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

/** The target with a name. Throws `config_invalid` listing the valid names. */
export function getTarget(name: string): Target {
  if (Object.hasOwn(TARGETS, name)) return TARGETS[name as TargetName];
  throw new AppError('config_invalid', message('target.valid', { names: TARGET_NAMES }), {
    subject: message('subject.target', { name }),
  });
}
