import type { OperationName } from '../../../../src-shared/api/operations.ts';

/** Title of every operation and one sentence about it; English ones are the interface's own. */
export const OPERATION_DESCRIPTIONS_ZH: Readonly<Record<OperationName, readonly [title: string, help: string]>> = {
  text_to_model: ['文生模型', '用文字描述生成模型。'],
  image_to_model: ['图生模型', '用一张图像生成模型。'],
  multiview_to_model: ['多视图生模型', '用两到四张视图生成模型。'],
  text_to_image: ['文生图', '用文字描述生成图像。'],
  image_to_image: ['图生图', '用一张或多张图像生成图像。'],
  generate_multiview_image: ['图生多视图', '用一张图像生成前、左、后、右视图。'],
  edit_multiview_image: ['编辑视图', '按指令修改四个视图中的几个。'],
  image_to_splat: ['图生高斯泼溅', '用一张图像生成高斯泼溅。'],
  texture_model: ['贴图', '为模型生成新贴图。'],
  refine_model: ['精修', '精修文生模型的草稿。'],
  stylize_model: ['风格化', '把模型变成积木、体素、晶格或可打印的物件。'],
  convert_model: ['转换格式', '将模型转换为另一种格式。'],
  import_model: ['导入模型', '导入上传的模型，供后续步骤使用。'],
  rig_check: ['绑定检查', '检查模型能否绑定骨骼，以及适用哪种骨骼。'],
  rig_model: ['绑定骨骼', '为模型添加骨骼。'],
  retarget_animation: ['动画', '将预设动画片段应用到已绑定的模型。'],
  segment_mesh: ['拆分部件', '把模型拆成有名称的部件。'],
  complete_mesh: ['补全部件', '将已拆分模型的部件补全为封闭网格。'],
  decimate_mesh: ['减面', '减少面数并保持形状。'],
  unwrap_uv: ['展开 UV', '生成新的 UV。贴图、骨骼和动画保持不变。'],
  smart_segment: ['智能拆分', '逐步将模型拆成部件。'],
};
