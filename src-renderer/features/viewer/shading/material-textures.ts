import { Texture, type Material } from 'three';

/** Returns the textures of a material with the names of their slots, such as `map` and `normalMap`. */
export function listTextures(material: Material): [slot: string, texture: Texture][] {
  return Object.entries(material).filter((entry): entry is [string, Texture] => entry[1] instanceof Texture);
}
