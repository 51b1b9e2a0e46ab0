import type { OPERATION_MESSAGES } from './operation-messages.ts';

/** Messages about titles of operations, in Simplified Chinese. */
export const OPERATION_MESSAGES_ZH = {
  'operation.text_to_model': '文字生成模型',
  'operation.image_to_model': '图像生成模型',
  'operation.multiview_to_model': '多视图生成模型',
  'operation.text_to_image': '文字生成图像',
  'operation.image_to_image': '以图生图',
  'operation.generate_multiview_image': '图像生成多视图',
  'operation.edit_multiview_image': '编辑多视图',
  'operation.image_to_splat': '图像生成高斯泼溅',
  'operation.texture_model': '贴图',
  'operation.refine_model': '精修',
  'operation.stylize_model': '风格化',
  'operation.convert_model': '格式转换',
  'operation.import_model': '导入模型',
  'operation.rig_check': '绑定检查',
  'operation.rig_model': '骨骼绑定',
  'operation.retarget_animation': '动画',
  'operation.segment_mesh': '部件拆分',
  'operation.complete_mesh': '网格补全',
  'operation.decimate_mesh': '减面',
  'operation.unwrap_uv': 'UV 展开',
  'operation.smart_segment': '智能拆分',
} as const satisfies Readonly<Record<keyof typeof OPERATION_MESSAGES, string>>;
