import type { Document } from '@gltf-transform/core';

/** Returns the world position of a joint in each frame of a clip. */
export function track(document: Document, clip: string, joint: string): number[][] {
  const animation = document
    .getRoot()
    .listAnimations()
    .find((own) => own.getName() === clip)!;
  const frames = animation.listChannels()[0]!.getSampler()!.getInput()!.getCount();
  return Array.from({ length: frames }, (_, frame) => {
    for (const channel of animation.listChannels()) {
      const value = channel.getSampler()!.getOutput()!.getElement<number[]>(frame, []);
      const node = channel.getTargetNode()!;
      if (channel.getTargetPath() === 'rotation') node.setRotation(value as [number, number, number, number]);
      else node.setTranslation(value as [number, number, number]);
    }
    return document
      .getRoot()
      .listNodes()
      .find((node) => node.getName() === joint)!
      .getWorldTranslation();
  });
}
