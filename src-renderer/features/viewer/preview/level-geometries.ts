import { BufferAttribute, BufferGeometry, Mesh, type Object3D } from 'three';
import { packAttribute } from '../load/pack-model.ts';
import type { GeometryLevel, LevelSource } from './level-simplifier.ts';

/** Geometries to draw in place of those of a model, by the latter. */
export type LevelGeometries = ReadonlyMap<BufferGeometry, BufferGeometry>;

/** Lists the geometries of a model and the number of meshes that draw each. */
export function countGeometries(model: Object3D): Map<BufferGeometry, number> {
  const copies = new Map<BufferGeometry, number>();
  model.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const { geometry } = node as Mesh;
    copies.set(geometry, (copies.get(geometry) ?? 0) + 1);
  });
  return copies;
}

/** Returns what of a geometry is needed to simplify it. Its arrays are those of the geometry. */
export function toLevelSource(geometry: BufferGeometry, copies: number): LevelSource {
  return {
    position: packAttribute(geometry.getAttribute('position')),
    index: geometry.index?.array ?? null,
    groups: geometry.groups.map(({ start, count, materialIndex = 0 }) => ({ start, count, materialIndex })),
    copies,
  };
}

/** Returns a geometry with the vertices of another, which it shares, and fewer triangles. */
export function createLevelGeometry(geometry: BufferGeometry, { index, groups }: GeometryLevel): BufferGeometry {
  const level = new BufferGeometry();
  for (const [name, attribute] of Object.entries(geometry.attributes)) level.setAttribute(name, attribute);
  level.morphAttributes = geometry.morphAttributes;
  level.morphTargetsRelative = geometry.morphTargetsRelative;
  level.boundingSphere = geometry.boundingSphere;
  level.setIndex(new BufferAttribute(index, 1));
  for (const { start, count, materialIndex } of groups) level.addGroup(start, count, materialIndex);
  return level;
}

/** Frees geometries from `createLevelGeometry` without the vertices that they share. */
export function disposeLevels(levels: LevelGeometries): void {
  for (const level of levels.values()) {
    for (const name of Object.keys(level.attributes)) level.deleteAttribute(name);
    level.morphAttributes = {};
    level.dispose();
  }
}
