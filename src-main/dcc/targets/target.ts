import type { Computer } from '../detect/computer.ts';

/** Names of the targets, used on the command line and by the bridges. */
export const TARGET_NAMES = [
  'blender',
  'maya',
  'max',
  'houdini',
  'cinema4d',
  'unreal',
  'unity',
  'godot',
  'prusa-slicer',
  'orca',
  'bambu',
  'cura',
  'folder',
  'open-with',
] as const;

/** The name of a target. */
export type TargetName = (typeof TARGET_NAMES)[number];

/** An installed version of a program. */
export interface Installation {
  /** Version from the program or its folder names; null if unknown. */
  readonly version: string | null;
  /** Its executable. */
  readonly program: string;
  /** Install folder of its bridge, which may not exist yet; null if unknown or if bridges are installed per project. */
  readonly place: string | null;
}

/** Project detection of a program whose bridge is installed per project. */
interface Projects {
  /** Projects that the program lists as recent. */
  find(computer: Computer): Promise<readonly string[]>;
  /** Returns true if a folder is a project. */
  isProject(computer: Computer, folder: string): Promise<boolean>;
}

/** A program or folder that receives models. */
export interface Target {
  readonly name: TargetName;
  readonly title: string;
  /** Installed versions, newest first. Starts programs only to read their version. */
  find(computer: Computer): Promise<readonly Installation[]>;
  /** Extensions of files that are opened in it, best first, `*` for any; null if it has a bridge. */
  readonly takes: readonly string[] | null;
  /** Null if its bridge, if any, is installed per version in the user's settings folder. */
  readonly projects: Projects | null;
}
