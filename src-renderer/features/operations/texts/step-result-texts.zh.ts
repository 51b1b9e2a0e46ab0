import type { STEP_RESULT_TEXTS } from './step-result-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** What was done to a model, to tell its files from others of the same name. */
export const STEP_RESULT_TEXTS_ZH: Translated<typeof STEP_RESULT_TEXTS> = {
  plain: {
    text_to_model: '由提示词生成',
    image_to_model: '由图像生成',
    multiview_to_model: '由视图生成',
    text_to_image: '由提示词绘制',
    image_to_image: '已编辑图像',
    generate_multiview_image: '已生成视图',
    edit_multiview_image: '已编辑视图',
    image_to_splat: '由图像生成的点云',
    texture_model: '已重新贴图',
    refine_model: '已精修',
    stylize_model: '已风格化',
    convert_model: '已转换',
    import_model: '已导入',
    rig_check: '已检查绑定',
    rig_model: '已绑定骨骼',
    retarget_animation: '已加动画',
    segment_mesh: '已分割',
    complete_mesh: '部件已补全',
    decimate_mesh: '已减面',
    unwrap_uv: '已展开 UV',
    smart_segment: '已分割',
  },
  asked: {
    decimate_mesh: (faces) => `减面到 ${faces}`,
    stylize_model: (style) => `风格化：${style}`,
    texture_model: (quality) => `重新贴图：${quality}`,
    convert_model: (format) => `转换为 ${format}`,
    retarget_animation: (clips) => `动画：${clips}`,
  },
  qualified: (name, made) => `${name} · ${made}`,
  step: (number) => `第 ${number} 步`,
  newest: '最新',
  asGltf: '用 glTF',
};
