import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LEFT_OUT_PACKAGES } from '../packaging/shipped-packages.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Packages of which the build copies files that are in no source map. */
const COPIED_PACKAGES = ['@fastify/swagger-ui', '@sparkjsdev/spark', 'electron'];

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** A bill of materials in CycloneDX (JSON), as far as this project reads it. */
export interface BillOfMaterials {
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * The bill of materials of the app, from npm: the packages that it ships, those that are bundled into its page, and the
 * runtime.
 */
export function readBillOfMaterials(): BillOfMaterials {
  const bill = askNpm();
  const bundled = new Set([...listBundledPackages(), ...COPIED_PACKAGES]);
  const isShipped = ({ name, properties = [] }: Component): boolean => {
    // The engine is a part of this project.
    if (name.startsWith('@dropforge/')) return false;
    const isForDevelopment = properties.some((property) => property.name === 'cdx:npm:package:development');
    return isForDevelopment ? bundled.has(name) : !LEFT_OUT_PACKAGES.has(name);
  };
  const components = bill.components.filter(isShipped);
  const { component } = bill.metadata;
  const refs = new Set([component, ...components].map((each) => each['bom-ref']));
  return {
    ...bill,
    // npm takes the name of the folder.
    metadata: { ...bill.metadata, component: { ...component, name: 'dropforge' } },
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

function askNpm(): BillOfMaterials {
  // Set by `npm run`; without it, `npm` is found on the path.
  const { npm_execpath: script } = process.env;
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const [program, all] = script === undefined ? ['npm', args] : [process.execPath, [script, ...args]];
  return JSON.parse(execFileSync(program, all, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 27 })) as BillOfMaterials;
}

/** Packages whose code is part of the built page, by its source maps. */
function listBundledPackages(): ReadonlySet<string> {
  const maps = globSync('dist/renderer/**/*.map', { cwd: root });
  if (maps.length === 0) throw new Error('The page has no source maps. Run npm run build.');
  const sources = maps.flatMap((file) => {
    const { sources: found } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { sources: string[] };
    return found;
  });
  return new Set(sources.flatMap((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []));
}

/** Packages of an archive that the bill does not list. */
export function findUnlisted(bill: Pick<BillOfMaterials, 'components'>, files: readonly string[]): string[] {
  const listed = new Set(bill.components.map(({ name }) => name));
  const shipped = files.flatMap(
    (file) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
  );
  return [...new Set(shipped)].filter((name) => !listed.has(name)).toSorted();
}
