import { MANIFEST_NAME } from '../../src-shared/delivery/delivery-schemas.ts';
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
  readonly id: string;
}

/** An oracle of an output folder that nobody else uses. */
export function createExportOracle({ machine, plan, isModel }: Options): ExportOracle {
  const { kernel, tree } = machine;
  const visible = new Map<string, Seen>();
  let seenVersion = -1;

  const incomplete = (name: string, detail: string): void =>
    kernel.violate('I6 what is visible is complete', `${name}: ${detail}`);

  /** Everything a manifest promises is there, and nothing else. */
  const checkAsset = (name: string, files: ReadonlyMap<string, Buffer>): Manifest | null => {
    const text = files.get(MANIFEST_NAME);
    if (!text) return (incomplete(name, 'it has no manifest'), null);
    const parsed = manifest.safeParse(parse(text));
    if (!parsed.success) return (incomplete(name, 'its manifest is none'), null);
    const listed = new Map(parsed.data.files.map((file) => [file.path, file]));
    for (const at of files.keys()) if (at !== MANIFEST_NAME && !listed.has(at)) incomplete(name, `${at} is not listed`);
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
        if (before) kernel.violate('I6 what is visible never changes', name);
        const found = checkAsset(name, files);
        const id = found?.id ?? name;
        const twin = [...visible].find(([other, seen]) => other !== name && seen.id === id);
        if (twin && folder.names.has(twin[0])) kernel.violate('I6 an asset is exported once', `${name} and ${twin[0]}`);
        visible.set(name, { files, id });
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
        const place = exportedPath.slice(0, exportedPath.lastIndexOf('/'));
        if (!tree.isDurable(`${place}/${MANIFEST_NAME}`)) {
          kernel.violate('I5 a finished model survives a power cut', `${name}: the manifest in ${place} would not`);
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
