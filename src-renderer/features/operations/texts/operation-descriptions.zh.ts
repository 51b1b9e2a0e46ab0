import type { OperationName } from '../../../../src-shared/api/operations.ts';

/** Title of every operation and one sentence about it; English ones are the interface's own. */
export const OPERATION_DESCRIPTIONS_ZH: Readonly<Record<OperationName, readonly [title: string, help: string]>> = {
  text_to_model: ['文生模型', '用文字描述生成模型。'],
  image_to_model: ['图生模型', '用一张图像生成模型。'],
  multiview_to_model: ['多视图生模型', '用两到四张视图生成模型。'],
  text_to_image: ['文生图', '用文字描述绘制图像。'],
  image_to_image: ['图生图', '重绘一张或多张图像。'],
  generate_multiview_image: ['图生多视图', '画出图中物体的前、左、后、右四面。'],
  edit_multiview_image: ['编辑视图', '按指令修改四个视图中的几个。'],
  image_to_splat: ['图生高斯泼溅', '用一张图像生成高斯泼溅。'],
  texture_model: ['贴图', '给完成的模型重新上色。'],
  refine_model: ['精修', '让文生模型的草稿更精细。'],
  stylize_model: ['风格化', '把模型变成积木、体素、镂空或可打印的小物。'],
  convert_model: ['转换格式', '把完成的模型写成另一种格式。'],
  import_model: ['导入模型', '让上传的模型成为后续步骤的来源。'],
  rig_check: ['绑定检查', '告诉模型能不能绑定骨骼，以及是哪种骨骼。'],
  rig_model: ['绑定骨骼', '给模型加上骨骼。'],
  retarget_animation: ['动画', '在绑定好的模型上播放现成的片段。'],
  segment_mesh: ['拆分部件', '把模型拆成有名称的部件。'],
  complete_mesh: ['补全部件', '把拆分后模型的部件封闭起来。'],
  decimate_mesh: ['减面', '让网格的面更少，分布合理。'],
  unwrap_uv: ['展开 UV', '重新展开 UV；贴图、骨骼和动画随之更新。'],
  smart_segment: ['智能拆分', '一步一步把模型拆成部件。'],
};
