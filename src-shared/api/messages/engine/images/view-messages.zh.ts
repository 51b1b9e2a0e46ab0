import type { VIEW_MESSAGES } from './view-messages.ts';

/** Messages of the engine: notes about models made from views, in Simplified Chinese. */
export const VIEW_MESSAGES_ZH = {
  'views.in-view': '{view, select, front {正面} back {背面} left {左面} other {右面}}视图：{note}',
  'views.front-back-differ': '正面和背面的轮廓不同。任一轮廓里的部分都保留了。',
  'views.left-right-differ': '左面和右面的轮廓不同。任一轮廓里的部分都保留了。',
  'views.depth-estimated': '没有视图显示深度，所以根据轮廓估计。加上左面或右面视图可得到真实的深度。',
  'views.mirrored':
    '没有{view, select, front {正面} back {背面} left {左面} other {右面}}的图像，所以它的颜色镜像自{from, select, front {正面} back {背面} left {左面} other {右面}}。',
  'views.continued': '没有{views}的图像，所以那里的颜色从其他图像延续过去。',
  'views.min-faces': '一个实体至少需要 {min} 个面；要求的是 {asked} 个。',
  'views.drawn': '左面、背面和右面视图由草稿模型渲染。它们遵循图像的轮廓，背面镜像自正面。',
  'views.size-from-distance': '按照片中的距离，主体大小为 {metres} 米。',
  'views.size-of-person': '主体按成年人处理，高 {metres} 米。',
  'views.size-unknown': '图像没有包含主体的大小，所以最长边按 1 米。',
  'views.back-painted': '背面重复正面。文字和单侧的标记在那里已被涂掉，否则会是反的。',
  'views.splats':
    '{count} 个泼溅点位于图像的草稿模型上。单位为米，+Y 向上，+Z 向前。在 +Y 向下的程序里，绕 X 旋转 180°。',
  'views.name': '{view, select, front {正面} back {背面} left {左面} other {右面}}',
} as const satisfies Readonly<Record<keyof typeof VIEW_MESSAGES, string>>;
