import type { RIG_MESSAGES } from './rig-messages.ts';

/** Messages of the engine: notes about skeletons, in Simplified Chinese. */
export const RIG_MESSAGES_ZH = {
  'rig.replaced': '原有的骨骼或动画已被替换。当前姿势是新的静置姿势。',
  'rig.mesh-kept': 'FBX 文件需要表面，所以保留了网格。',
  'rig.biped': '直立的身体，有两腿、两臂和头。可以绑定骨骼。',
  'rig.quadruped': '四条腿、有头的动物，朝向 {axis}。可以绑定骨骼。',
  'rig.mixamo-quadruped': 'Mixamo 没有四足骨骼，所以用服务自己的名称。',
} as const satisfies Readonly<Record<keyof typeof RIG_MESSAGES, string>>;
