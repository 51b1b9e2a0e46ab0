import type { OPERATION_TEXTS } from './operation-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** Every operation: what a step does while it runs, and what it makes, as a name. */
export const OPERATION_TEXTS_ZH: Translated<typeof OPERATION_TEXTS> = {
  text_to_model: ['正在生成模型', '模型'],
  image_to_model: ['正在生成模型', '模型'],
  multiview_to_model: ['正在生成模型', '模型'],
  text_to_image: ['正在绘制图像', '图像'],
  image_to_image: ['正在绘制图像', '图像'],
  generate_multiview_image: ['正在绘制多视图', '多视图'],
  edit_multiview_image: ['正在编辑多视图', '多视图'],
  image_to_splat: ['正在生成高斯泼溅', '高斯泼溅'],
  texture_model: ['正在绘制贴图', '贴图'],
  refine_model: ['正在精修', '精修'],
  stylize_model: ['正在风格化', '风格化'],
  convert_model: ['正在转换格式', '格式转换'],
  import_model: ['正在导入', '导入'],
  rig_check: ['正在检查绑定', '绑定检查'],
  rig_model: ['正在绑定骨骼', '骨骼绑定'],
  retarget_animation: ['正在制作动画', '动画'],
  segment_mesh: ['正在拆分部件', '部件拆分'],
  complete_mesh: ['正在补全网格', '网格补全'],
  decimate_mesh: ['正在减面', '减面'],
  unwrap_uv: ['正在展开 UV', 'UV 展开'],
  smart_segment: ['正在拆分部件', '部件拆分'],
};
