import type { SUBJECT_MESSAGES } from './subject-messages.ts';

/** Messages of the engine: notes about the subject of an image, in Simplified Chinese. */
export const SUBJECT_MESSAGES_ZH = {
  'subject.not-found': '没有找到主体，所以使用了整张图像。',
  'subject.busy-background': '背景杂乱，轮廓是估计的；背景干净的图像会更准确。',
  'subject.network': '背景不干净，所以使用了网络 {name} 的遮罩。',
  'subject.network-implausible': '网络 {name} 的遮罩中没有合理的主体，所以使用了内置遮罩。',
  'subject.network-depth': '浮雕的深度由网络 {name} 估计。',
  'subject.plate': '没有找到主体，所以整张图像做成了圆角板。抠出主体能得到更好的模型。',
  'subject.enhanced': '图像已增强：{found}。',
  'subject.enhance-unneeded': '图像已检查，不需要增强。',
  'subject.jpeg-blocks': 'JPEG 伪影',
  'subject.grain': '噪点',
  'subject.dull-tones': '灰暗的色调',
} as const satisfies Readonly<Record<keyof typeof SUBJECT_MESSAGES, string>>;
