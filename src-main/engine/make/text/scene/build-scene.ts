import { engineMessage, type Note, uniqueNotes } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { arrangeScene } from './arrange-scene.ts';
import { countSpareColors } from './assign-finishes.ts';
import { buildSceneObject, type BuildOptions } from './build-scene-object.ts';
import { relateGroups } from './relate-groups.ts';
import type { Scene, SceneObject } from './scene.ts';
import { readPrompt } from '../prompt/read-prompt.ts';
import { describeParsedPrompt } from '../prompt/describe-parsed-prompt.ts';
import type { ParsedPrompt } from '../prompt/parsed-prompt.ts';
import { uniqueName } from '../../../base/document/unique-name.ts';
import { pluralize } from '../../../base/language/pluralize.ts';

/** Options for building a scene from a prompt. */
export interface SceneOptions {
  readonly modelSeed: number;
  readonly imageSeed: number;
  /** Objects named here are remaining out. */
  readonly negativePrompt: string;
  /** Factor for the number of segments of curves; 1 is the default. */
  readonly detail: number;
}

/** A scene, the prompt as it was parsed, and notes for the user on how it was parsed. */
export interface BuiltScene {
  readonly scene: Scene;
  readonly parsedPrompt: ParsedPrompt;
  readonly notes: readonly Note[];
}

/** Maximum number of objects in a scene. */
const MAX_OBJECTS = 60;
/** Factors of `detail` for prompts that ask for low poly and for high detail. */
const LOW_POLY_DETAIL = 0.34;
const FINE_DETAIL = 1.5;

/**
 * Parses a prompt and builds the objects it names, or the nearest known ones. Throws `PromptError` for an empty prompt.
 */
export function buildScene(prompt: string, options: SceneOptions): BuiltScene {
  const parsed = readPrompt(prompt, options.negativePrompt);
  const notes: Note[] = [...parsed.notes];
  const addNote = (note: Note) => void notes.push(note);

  const buildOptions: BuildOptions = {
    modelSeed: options.modelSeed,
    imageSeed: options.imageSeed,
    detail: options.detail * (parsed.isLowPoly ? LOW_POLY_DETAIL : parsed.isDetailed ? FINE_DETAIL : 1),
    isFaceted: parsed.isLowPoly,
  };
  let remaining = MAX_OBJECTS;
  const groups = parsed.groups.map((group, k) => {
    // Every group keeps at least one object, so that both ends of every relation exist.
    const count = Math.max(1, Math.min(group.count, remaining - (parsed.groups.length - k - 1)));
    if (count < group.count)
      addNote(
        engineMessage('prompt.max-objects', {
          max: MAX_OBJECTS,
          built: count,
          name: pluralize(group.name),
          asked: group.count,
        }),
      );
    remaining -= count;
    return { ...group, count };
  });
  const objects = groups.map((group) =>
    Array.from({ length: group.count }, (_, copy) => buildSceneObject(group, copy, buildOptions)),
  );
  for (const group of groups) {
    if (countSpareColors(group) > 0) addNote(engineMessage('prompt.too-many-colors', { name: group.name }));
  }

  const relations = relateGroups(
    parsed.links,
    objects.map((copies) => copies[0]!),
    addNote,
  );
  const usedNames = new Set<string>();
  const placed = arrangeScene(objects, relations, addNote).map((object): SceneObject => ({
    ...object,
    name: uniqueName(object.name, usedNames),
  }));
  const parsedPrompt = { ...parsed, groups };
  return {
    scene: { objects: placed, isFaceted: parsed.isLowPoly },
    parsedPrompt,
    notes: [...describeParsedPrompt(parsedPrompt), ...uniqueNotes(notes)],
  };
}
