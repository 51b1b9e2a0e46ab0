import type { MADE_TEXTS } from './operation-verb-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** What was done to a model, to tell its files from others of the same name. */
export const MADE_TEXTS_ZH: Translated<typeof MADE_TEXTS> = {
  plain: {
    text_to_model: '由文字生成',
    image_to_model: '由图片生成',
    multiview_to_model: '由多视图生成',
    text_to_image: '由文字绘制',
    image_to_image: '重新绘制',
    generate_multiview_image: '已绘制视图',
    edit_multiview_image: '已编辑视图',
    image_to_splat: '图片的高斯泼溅',
    texture_model: '已重新贴图',
    refine_model: '已精修',
    stylize_model: '已风格化',
    convert_model: '已转换',
    import_model: '导入的原样',
    rig_check: '已检查绑定',
    rig_model: '已绑定骨骼',
    retarget_animation: '已加动画',
    segment_mesh: '已分割部件',
    complete_mesh: '部件已补全',
    decimate_mesh: '已减面',
    unwrap_uv: '已展开 UV',
    smart_segment: '已分割部件',
  },
  asked: {
    decimate_mesh: (faces) => `减面到 ${faces}`,
    stylize_model: (style) => `风格化：${style}`,
    texture_model: (quality) => `重新贴图：${quality}`,
    convert_model: (format) => `转换为 ${format}`,
    retarget_animation: (clips) => `动画：${clips}`,
  },
  told: (name, made) => `${name} · ${made}`,
  step: (number) => `第 ${number} 步`,
  newest: '最新',
  asGltf: '用 glTF',
};
