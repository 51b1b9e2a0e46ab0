import type { RIG_ERROR_MESSAGES } from './rig-error-messages.ts';

/** Messages of the engine: why a model cannot be rigged or animated, in Simplified Chinese. */
export const RIG_ERROR_MESSAGES_ZH = {
  'rig-error.is-biped': '模型用两条腿直立，但要求的是四足。选择双足。',
  'rig-error.is-quadruped': '模型是四条腿的动物，但要求的是双足。选择四足。',
  'rig-error.no-bone': '模型没有骨骼“{mixamo}”或“{tripo}”。先用本机服务绑定骨骼，再制作动画。',
  'rig-error.no-biped-animation': '本机引擎没有双足动画“{animation}”。可用：{known}。',
  'rig-error.not-for-bipeds': '动画“{animation}”不支持双足。可用：{known}。',
  'rig-error.no-quadruped-animation': '本机引擎没有四足动画“{animation}”。可用：{known}。',
  'rig-error.not-for-quadrupeds': '动画“{animation}”不支持四足。可用：{known}。',
} as const satisfies Readonly<Record<keyof typeof RIG_ERROR_MESSAGES, string>>;
