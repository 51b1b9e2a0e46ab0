import type { PROMPT_NOTES } from './prompt-notes.ts';

/** What the engine says of prompts, fields and bodies, in Simplified Chinese; `{1*}`: what stands there is translated. */
export const PROMPT_NOTES_ZH: Readonly<Record<(typeof PROMPT_NOTES)[number], string>> = {
  'Understood: {1}.': '理解为：{1}。',
  'Not understood and left out: {1}.': '没有理解，已略过：{1*}。',
  'Read as not wanted and left out: {1}.': '理解为不要，已略过：{1*}。',
  'Left out because of the negative prompt: {1}.': '因反向提示词略过：{1}。',
  'Only the first {1} words were read.': '只读了前 {1} 个词。',
  'Only the first {1} things were built.': '只做了前 {1} 样东西。',
  '{1} of “{2}” were asked for; {3} were built, the most there can be.': '要 {1} 个“{2}”；做了 {3} 个，这是上限。',
  '“{1}” was read as “{2}”.': '“{1}”按“{2}”理解。',
  'A scene holds {1} things; {2} {3} of {4} were built.': '一个场景最多 {1} 样东西；{4} 个中做了 {2} 个（{3}）。',
  '“{1}” has no place for so many colours; the first were taken.': '“{1}”用不了这么多颜色；用了前几种。',
  '“{1}” cannot be in two places; the first one was taken.': '“{1}”不能同时在两处；用了第一处。',
  'There is no room under the {1}; what should be there stands in front of it.':
    '{1} 下面没有空间；本该在那里的放在它前面。',
  'A texture covers the whole model, so names of things were passed over: {1}.':
    '贴图覆盖整个模型，所以忽略了东西的名称：{1*}。',
  'A texture has one material; the first was taken.': '一张贴图只有一种材质；用了第一种。',
  'A texture has one pattern of two colours, so these were left out: {1}.':
    '一张贴图只有一种双色图案，所以略过了：{1*}。',
  'A texture has two colours at most; the first were taken.': '一张贴图最多两种颜色；用了前两种。',
  'To stay within {1} faces edges were collapsed; small parts may be gone.':
    '为了不超过 {1} 个面，合并了一些边；小部件可能消失。',
  'For printing: edges were collapsed to meet the face limit, so not every part need be closed; use a higher limit.':
    '打印检查：为了满足面数上限合并了一些边，部件不一定都封闭；提高上限。',
  'For printing: every part is a closed solid; parts overlap where they meet, which slicers unite.':
    '打印检查：每个部件都是封闭的实体；部件相接处有重叠，切片软件会合并。',
  'For printing: these parts are not closed: {1}.': '打印检查：这些部件没有封闭：{1}。',
  'For printing: the model is one closed body of {1} mm, at least {2} mm thick on {3} % of its surface.':
    '打印检查：模型是一个封闭的实体，{1} 毫米，{3}% 的表面至少厚 {2} 毫米。',
  'For printing: the model is {1} closed parts, together {2} mm, at least {3} mm thick on {4} % of their surface.':
    '打印检查：模型是 {1} 个封闭的部件，合计 {2} 毫米，{4}% 的表面至少厚 {3} 毫米。',
  'Template t_pose: figures stand in T-pose, seen from the front.': '模板“T 姿势”：人物以 T 姿势站立，正面。',
  'Template character_completion: figures are shown whole, from the front.': '模板“补全角色”：显示完整的人物，正面。',
  'Template 3d_enhance: everything was built with finer roundings.': '模板“3D 增强”：所有东西的圆角都做得更细。',
  'Template variants: four seeds in one picture.': '模板“变体”：一张图像里有四个种子。',
  'Template figure: the scene stands on a display base.': '模板“手办”：场景放在展示底座上。',
  'Texture is off: colours and materials were left out.': '贴图已关闭：没有颜色和材质。',
  '{1} has no effect on a draft made on this computer.': '{1*} 对本机做的草稿不起作用。',
  'vxc has no effect on a draft made on this computer: the interface names no place for it.':
    'VXC 对本机做的草稿不起作用：接口没有放它的位置。',
  'ref_image has no effect on this computer.': '参考图像在本机不起作用。',
  'compress has no effect on an FBX.': '压缩对 FBX 不起作用。',
  'texture_quality {1} gives textures of {2} pixels here: the source has no more detail.':
    '贴图质量“{1*}”在这里是 {2} 像素的贴图：素材没有更多细节。',
  'Textures that are baked anew from a model’s own have {1} pixels at most.':
    '由模型原有贴图重新烘焙的贴图最多 {1} 像素。',
  'The mode {1} is not known on this computer; it knows {2}.': '本机没有模式 {1}；有 {2*}。',
  'The texture follows the picture; there is nothing else it could follow.': '贴图遵循图像；没有别的可以遵循。',
  'The texture follows the pictures; there is nothing else it could follow.': '贴图遵循这些图像；没有别的可以遵循。',
  'export_uv has no effect here: the texture needs uvs.': '“导出 UV”在这里不起作用：贴图需要 UV。',
  'export_uv has no effect here: uvs come with a texture, and only then.':
    '“导出 UV”在这里不起作用：有贴图就有 UV，没有贴图就没有。',
  'The texture is a base colour; there are no metallic, roughness or normal maps.':
    '贴图只有基础色；没有金属度、粗糙度和法线贴图。',
  'The views were read as if they had no perspective.': '视图按没有透视读取。',
  'delight works with model {1} only.': '“去光照”只用于版本 {1}。',
  'style_image gave the texture its colours.': '贴图的颜色来自风格图像。',
  'style_image gave the scene its colours.': '场景的颜色来自风格图像。',
  'Colours the prompt names follow style_image only as far as they keep their names.':
    '提示词里说出的颜色跟随风格图像，但仍与其名称相符。',
  'style_image has no effect without a texture.': '没有贴图时风格图像不起作用。',
  'delight took away the light that the shape explains; cast shadows stay.':
    '“去光照”去掉了形状能解释的光照；投影保留。',
  'delight has no effect on a text.': '“去光照”对文字不起作用。',
  'delight has nothing to take away: colours of a scene from words hold no light.':
    '“去光照”没有可去掉的：由文字生成的场景，颜色里不含光照。',
  'texture_version makes no difference: a scene from words is coloured in one way only.':
    '贴图版本没有区别：由文字生成的场景只有一种着色方式。',
  'texture_alignment has no effect without a picture.': '没有图像时“贴图对齐”不起作用。',
  'texture_seed has no effect here: there is no chance in this method.':
    '“贴图种子”在这里不起作用：这个方法没有随机性。',
  'The model has no surface that a skeleton could move.': '模型没有骨骼可以带动的表面。',
  'The model is flat, and a skeleton needs a body with depth.': '模型是平的，骨骼需要有厚度的身体。',
  'No two legs were found that reach the ground side by side. {1}': '没有找到并排着地的两条腿。{1*}',
  'The model stands on four legs or more, but not as an animal does: two in front and two behind, each opposite to its like. Turn an animal so that it stands along an axis.':
    '模型有四条或更多的腿，但不像动物那样站立：前后各两条，左右相对。让动物沿一条坐标轴站立。',
  'The left and the right of the model are too different ({1} % alike). Turn it so that it stands along an axis, on four straight legs.':
    '模型的左右两侧相差太大（相似度 {1}%）。让它沿一条坐标轴、四腿笔直站立。',
  'What the model stands on is too short and too thick for legs. {1}': '支撑模型的部分太短太粗，不像腿。{1*}',
  'The model stands on four legs that are nearly as far apart across as along, as those of furniture. An animal that walks stands narrower.':
    '模型四条腿的左右间距和前后间距差不多，像家具。会行走的动物站得更窄。',
  'The model stands on four legs, but no trunk connects them, as with furniture. An animal has one.':
    '模型有四条腿，但没有躯干相连，像家具。动物有躯干。',
  'The model stands on four legs, but nothing reaches beyond them at one end as a head does; so it is taken for furniture or a vehicle.':
    '模型有四条腿，但没有一端像头那样伸出；因此被当作家具或车辆。',
  'The model stands on four legs, but its two ends are too alike to tell the head from the tail.':
    '模型有四条腿，但两端太相似，分不清头和尾。',
  'The back of the model is too steep. {1}': '模型的背部太陡。{1*}',
  'No head was found before the front legs. {1}': '前腿之前没有找到头。{1*}',
  'The model is longer than it is tall, so it does not stand upright. {1}': '模型的长度大于高度，没有直立。{1*}',
  'The left and the right of the model are too different ({1} % alike). Turn it so that it faces the front, in T- or A-pose, with empty hands.':
    '模型的左右两侧相差太大（相似度 {1}%）。让它朝向正面，T 或 A 姿势，双手空着。',
  'The model stands on more than two legs. {1}': '模型有两条以上的腿。{1*}',
  'No trunk was found above the legs. {1}': '腿的上方没有找到躯干。{1*}',
  'No two arms were found apart from the body. {1}': '没有找到与身体分开的两条手臂。{1*}',
  'What stands out at the sides is too thick for arms. {1}': '两侧伸出的部分太粗，不像手臂。{1*}',
  'One arm reaches much farther than the other. Take what the figure holds out of its hand.':
    '一条手臂比另一条长得多。把手里拿的东西去掉。',
  'The arms point straight down. {1}': '手臂垂直向下。{1*}',
  'The arms point up. {1}': '手臂向上。{1*}',
  'The arms begin where the legs do. {1}': '手臂和腿从同一处开始。{1*}',
  'No head was found above the arms. {1}': '手臂上方没有找到头。{1*}',
};
