import type { Computer } from '../detect/computer.ts';

/** Names of the targets, as typed on the command line and as their bridges call themselves. */
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

/** One version of a program on this computer. */
export interface Installation {
  /** As the program's own folders or the program tell; null: nobody says. */
  readonly version: string | null;
  /** Its executable. */
  readonly program: string;
  /** The folder its bridge is laid into, which need not be there yet; null: there is none, or it is that of a project. */
  readonly place: string | null;
}

/** Projects of a program whose bridge is put into a project. */
export interface Projects {
  /** Those that the program itself remembers. */
  find(computer: Computer): Promise<readonly string[]>;
  /** Whether a folder is one. */
  isProject(computer: Computer, folder: string): Promise<boolean>;
}

/** Something a model can be delivered to. */
export interface Target {
  readonly name: TargetName;
  readonly title: string;
  /** What is installed, the newest first. Starts nothing but programs that have to be asked for their version. */
  find(computer: Computer): Promise<readonly Installation[]>;
  /** Endings of files that are given to it one by one, the best first, `*` any; null: it has a bridge. */
  readonly takes: readonly string[] | null;
  /** Null: its bridge, if any, lies in the person's settings, once for each version. */
  readonly projects: Projects | null;
}
