import { isManifestName, MANIFEST_NAME, toResultManifestName } from '../../src-shared/delivery/delivery-schemas.ts';
import { manifest, type Manifest } from '../../src-shared/delivery/manifest.ts';
import { listDueExports } from '../../src-main/pipeline/steps/export-finished.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { FolderNode } from './disk-tree.ts';
import type { FaultPlan } from './faults.ts';
import type { Machine } from './machine.ts';
import { sha256 } from './model-bytes.ts';
import { OUT } from './sim-app.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

/** Looks at the output folder, and at what jobs say of it. */
export interface ExportOracle {
  /** Looks at what is visible; cheap while nothing changed. */
  check(): void;
  /** A job ended: what it has to export is exported, or it says why not. */
  checkEnded(record: JobRecord, name: string): void;
}

interface Options {
  readonly machine: Machine;
  readonly plan: FaultPlan;
  /** Whether a task put out a model of this hash. */
  readonly isModel: (sha: string) => boolean;
}

/** A visible asset as it was seen first. */
interface Seen {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly ids: readonly string[];
}

/** An oracle of an output folder that nobody else uses. */
export function createExportOracle({ machine, plan, isModel }: Options): ExportOracle {
  const { kernel, tree } = machine;
  const visible = new Map<string, Seen>();
  let seenVersion = -1;

  const incomplete = (name: string, detail: string): void =>
    kernel.violate('I6 what is visible is complete', `${name}: ${detail}`);

  /** Everything the manifests promise is there, and when the asset comes, nothing else; answers their ids. */
  const checkAsset = (name: string, files: ReadonlyMap<string, Buffer>, isNew: boolean): string[] => {
    if (!files.has(MANIFEST_NAME)) return (incomplete(name, 'it has no manifest'), []);
    const manifests = [...files.keys()].filter(isManifestName).flatMap((at) => checkManifest(name, at, files) ?? []);
    const listed = new Set(manifests.flatMap((each) => each.files.map((file) => file.path)));
    const extra = [...files.keys()].filter((at) => !isManifestName(at) && !listed.has(at));
    // The files of a later result come before its manifest.
    if (isNew) for (const at of extra) incomplete(name, `${at} is not listed`);
    return manifests.map(({ id }) => id);
  };

  const checkManifest = (name: string, manifestAt: string, files: ReadonlyMap<string, Buffer>): Manifest | null => {
    const text = files.get(manifestAt)!;
    const parsed = manifest.safeParse(parse(text));
    if (!parsed.success) return (incomplete(name, 'its manifest is none'), null);
    const listed = new Map(parsed.data.files.map((file) => [file.path, file]));
    for (const { path, role, bytes, sha256: hash } of listed.values()) {
      const data = files.get(path);
      if (!data || data.byteLength !== bytes || sha256(data) !== hash)
        incomplete(name, `${path} is not what is listed`);
      if (role === 'model' && !isModel(hash)) incomplete(name, `${path} is no task’s model`);
      if (role === 'source' && hash !== parsed.data.source?.sha256) incomplete(name, `${path} is not the source`);
    }
    if (!parsed.data.files.some(({ role }) => role === 'model')) incomplete(name, 'it has no model');
    return parsed.data;
  };

  const lists = (manifestAt: string, model: string): boolean => {
    const node = tree.find(manifestAt);
    const parsed = node && !node.isFolder ? manifest.safeParse(parse(node.data)) : null;
    return parsed?.data?.files.some(({ path }) => path === model) ?? false;
  };

  return {
    check: () => {
      if (tree.version() === seenVersion) return;
      seenVersion = tree.version();
      const folder = tree.find(OUT);
      if (!folder?.isFolder) return;
      for (const [name, node] of folder.names) {
        if (name.startsWith('.')) continue;
        if (!node.isFolder) {
          incomplete(name, 'it is no folder');
          continue;
        }
        const files = listFiles(node);
        const before = visible.get(name);
        if (before && isSame(before.files, files)) continue;
        if (before && !isSame(before.files, new Map([...files].filter(([at]) => before.files.has(at))))) {
          kernel.violate('I6 what is visible never changes', name);
        }
        const ids = checkAsset(name, files, !before);
        const others = [...visible].filter(([other]) => other !== name && folder.names.has(other));
        const twin = others.find(([, seen]) => seen.ids.some((id) => ids.includes(id)));
        if (twin || new Set(ids).size < ids.length) {
          kernel.violate('I6 an asset is exported once', `${name} and ${twin?.[0] ?? name}`);
        }
        visible.set(name, { files, ids });
      }
      for (const name of [...visible.keys()]) if (!folder.names.has(name)) visible.delete(name);
    },
    checkEnded: (record, name) => {
      const due = listDueExports(record);
      // Of a job that only had its export left, the failure itself tells.
      const isTold =
        record.steps.every(({ status }) => status === 'done') ||
        record.notes.some((note) => toEnglish(note).startsWith('The finished results are in the library only.'));
      const mayFail = plan.on.some((fault) => /^disk_/.test(fault));
      if (due.length > 0 && !(isTold && mayFail && record.status !== 'done')) {
        kernel.violate('I5 what is finished is exported', `${name} is ${record.status}, ${due.length} are not`);
      }
      for (const { exportedPath } of record.artifacts) {
        if (exportedPath === null) continue;
        const at = exportedPath.lastIndexOf('/');
        const [place, model] = [exportedPath.slice(0, at), exportedPath.slice(at + 1)];
        const listing = [MANIFEST_NAME, toResultManifestName(model)].filter((each) => lists(`${place}/${each}`, model));
        if (listing.length === 0 || !listing.some((each) => tree.isDurable(`${place}/${each}`))) {
          kernel.violate(
            'I5 a finished model survives a power cut',
            `${name}: the manifest of ${exportedPath} would not`,
          );
        }
        if (!tree.isDurable(exportedPath)) {
          kernel.violate('I5 a finished model survives a power cut', `${name}: ${exportedPath} would not`);
        }
      }
    },
  };
}

function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return null;
  }
}

/** Content of all files by their path; a content that is another buffer may be another. */
function listFiles(folder: FolderNode, above = ''): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const [name, node] of folder.names) {
    if (!node.isFolder) files.set(above + name, node.data);
    else for (const [inner, data] of listFiles(node, `${above}${name}/`)) files.set(inner, data);
  }
  return files;
}

function isSame(one: ReadonlyMap<string, Buffer>, other: ReadonlyMap<string, Buffer>): boolean {
  return (
    one.size === other.size && [...one].every(([at, data]) => other.get(at) === data || other.get(at)?.equals(data))
  );
}
