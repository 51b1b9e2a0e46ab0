import type { EDIT_ERROR_MESSAGES } from './edit-error-messages.ts';

/** Messages of the engine: why an image cannot be edited or a prompt cannot be followed, in Simplified Chinese. */
export const EDIT_ERROR_MESSAGES_ZH = {
  'edit-error.view': '无法编辑{view, select, front {正面} back {背面} left {左面} other {右面}}视图。{reason}',
  'edit-error.no-subject-to-complete': '没有找到可以补全的主体。使用背景干净的图像。',
  'edit-error.cut-on-both-sides': '主体两侧都被裁掉，无法补全。使用完整显示一侧的图像。',
  'edit-error.not-symmetric': '主体没有在一侧被裁掉，也不对称，无法用镜像补全。',
  'edit-error.no-lines': '图像里没有线条。使用浅色纸上的深色线稿。',
  'edit-error.no-line-drawing': '图像不是线稿，没有可以填充的区域。使用干净纸面上的细线画。',
  'edit-error.no-closed-area': '草图的线条没有围成可以填充的区域。封闭轮廓，然后重新发送。',
  'edit-error.no-subject': '没有找到主体。使用背景干净的图像，或已抠出主体的图像。',
  'edit-error.no-arms':
    '无法区分手臂和身体。使用手臂与身体之间有空隙的正面人物，用 text_to_image 和模板 t_pose 创建一个，或选择云端区域。',
  'prompt-error.empty': '提示词是空的。描述一个物体，例如“一把红色的椅子”。',
  'prompt-error.empty-edit': '提示词是空的。描述一种改动，例如“make it blue”。',
  'prompt-error.empty-texture': '贴图提示词是空的。描述一种外观，例如“rusty iron”。',
} as const satisfies Readonly<Record<keyof typeof EDIT_ERROR_MESSAGES, string>>;
