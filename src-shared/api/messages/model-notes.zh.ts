import type { MODEL_NOTES } from './model-notes.ts';

/** What the engine says when it reads and changes models, in Simplified Chinese; `{1*}`: what stands there is translated. */
export const MODEL_NOTES_ZH: Readonly<Record<(typeof MODEL_NOTES)[number], string>> = {
  'STL files have no unit; this one was read as millimetres.': 'STL 文件没有单位；这个按毫米读取。',
  'The texture {1} is neither inside nor beside the model; embed it when exporting.':
    '贴图 {1} 不在模型里，也不在模型旁边；导出时把它嵌入。',
  'The texture {1} is not beside the model; pack both in one zip.': '贴图 {1} 不在模型旁边；把两者打包成一个 zip。',
  'The texture {1} is not in the file; pack it with the model.': '贴图 {1} 不在文件里；和模型一起打包。',
  'The texture {1} cannot be read and was left out; use PNG or JPEG.': '贴图 {1} 无法读取，已略过；使用 PNG 或 JPEG。',
  'The material file {1} is not beside the model; pack both in one zip.':
    '材质文件 {1} 不在模型旁边；把两者打包成一个 zip。',
  'The material {1} is no UsdPreviewSurface and is shown plain.': '材质 {1} 不是 UsdPreviewSurface，按素色显示。',
  'The layer {1} is not in the file; flatten the scene when exporting.': '图层 {1} 不在文件里；导出时合并场景。',
  'The blend shapes of the USD are left out.': 'USD 的混合形状已略过。',
  'A {1} of the USD is left out; turn it into a mesh first.': 'USD 中的 {1} 已略过；先把它转成网格。',
  'Parts of the USD that move without a skeleton stand still.': 'USD 中没有骨骼而会动的部件保持静止。',
  'A group of parts is slanted, which glTF does not know; it was straightened.':
    '有一组部件是倾斜变形的，glTF 不支持；已校直。',
  'Too few triangles make good pairs, so every face was split into quads; the shape is the same.':
    '能配成对的三角面太少，所以每个面都拆成了四边面；形状不变。',
  'The model was cut in its rest pose, so its skeleton, morph targets and animations were left out.':
    '模型按静止姿势切割，骨骼、变形目标和动画已略过。',
  '{1} holds triangles only: each quad was written as two.': '{1} 只能存三角面：每个四边面写成了两个三角面。',
  'export_vertex_colors is for OBJ and GLTF only and was left out for {1}.':
    '“导出顶点颜色”只用于 OBJ 和 GLTF，{1} 没有导出。',
  'The baked vertex colours stand in for the base colour texture, because glTF multiplies the two.':
    '烘焙的顶点颜色代替了基础色贴图，因为 glTF 会把两者相乘。',
  '{1} holds still models: this one is in its rest pose, without {2}.':
    '{1} 只存静止的模型：这个是静止姿势，没有{2*}。',
  'The morph targets were left out of the USDZ; the model is as it rests.': 'USDZ 中没有变形目标；模型保持静止形状。',
  'USDZ plays one clip: that is {1}; of {2} the skeleton’s motion is in the file for programs that choose.':
    'USDZ 只播放一段动画：{1}；{2*} 的骨骼动作也在文件里，供可以选择的程序使用。',
  'animate_in_place changed nothing: no clip of the model travels.': '“原地动画”没有改变什么：模型的动画都不移动位置。',
  'assemble_animation changed nothing: the model has fewer than two clips.':
    '“合并动画”没有改变什么：模型的动画不到两段。',
  'The clips follow each other in one, “{1}”: {2}.': '各段动画接成了一段“{1}”：{2}。',
  '{1} holds no textures, so texture_format {2} was left out.': '{1} 不存贴图，所以没有用贴图格式 {2}。',
  '{1} cannot hold {2} textures; they were written as PNG.': '{1} 不能存 {2} 贴图；已写成 PNG。',
  '“{1}” crossed itself and was made anew; its texture is now coarser.':
    '“{1}”与自身相交，已重新生成；贴图因此变粗糙了些。',
  '“{1}” could not be closed: it has no volume.': '“{1}”无法封闭：它没有体积。',
  'Closed: {1}.': '已封闭：{1}。',
  'The parts are {1}.': '部件有：{1}。',
  'The model is one smooth piece without limbs or grooves, so it was cut across its middle.':
    '模型是光滑的一整块，没有肢体或凹槽，所以从中间切开了。',
  '{1} of the points lie in the same triangle as another one and gave no part.':
    '有 {1} 个点和别的点在同一个三角面里，没有得到部件。',
  'The model has {1} triangles; its shape was kept.': '模型有 {1} 个三角面；形状保持不变。',
  'The result has {1} {2}.': '结果有 {1} 个{2*}。',
  'The GLB holds each quad as two marked triangles; convert it to FBX, OBJ or USDZ to get quads.':
    'GLB 把每个四边面存成两个带标记的三角面；转成 FBX、OBJ 或 USDZ 就是四边面。',
  'Colours, normals, roughness, metalness and glow were moved; other effects of the materials were left out.':
    '颜色、法线、粗糙度、金属度和发光已转移；材质的其他效果已略过。',
  'The draft’s {1} triangles became {2}; flat faces and sharp edges stay as they are.':
    '草稿的 {1} 个三角面变成了 {2} 个；平面和锐边保持不变。',
  'The shape stays at {1} triangles: it is flat or fine enough all over.':
    '形状仍是 {1} 个三角面：处处都是平的或已经足够细。',
  'The draft has no patterns that could be drawn finer.': '草稿没有可以画得更细的图案。',
  '1 texture was drawn anew with more detail.': '1 张贴图重新画得更细。',
  '{1} textures were drawn anew with more detail.': '{1} 张贴图重新画得更细。',
  'The skeleton or the clips the model had were replaced; the pose it stood in is the new rest pose.':
    '模型原有的骨骼或动画已被替换；原来的姿势是新的静止姿势。',
  'An FBX needs a surface, so the mesh stayed in the file.': 'FBX 需要表面，所以网格留在文件里。',
  'An upright body with two legs, two arms and a head: it can get a skeleton.':
    '直立的身体，有两腿、两臂和头：可以绑定骨骼。',
  'An animal on four legs with a head, which faces {1}: it can get a skeleton.':
    '四条腿、有头的动物，朝向 {1}：可以绑定骨骼。',
  'Mixamo has no bones for four legs, so they have the service’s own names.':
    'Mixamo 没有四足骨骼，所以用服务自己的名称。',
  '{1} are {2} m wide.': '{1*}宽 {2} 米。',
  '{1} are {2} m thick.': '{1*}粗 {2} 米。',
  'block_size has no effect on a {1}.': '“方块大小”对{1*}不起作用。',
  'block_size {1} (metres) became {2}: finer ones would be too many for this model.':
    '方块大小从 {1} 米变成了 {2} 米：再小的话，对这个模型就太多了。',
  'block_size {1} (metres) became {2}: larger ones would lose its shape.':
    '方块大小从 {1} 米变成了 {2} 米：再大就会失去形状。',
  'The net has {1} meshes.': '网有 {1} 个网眼。',
  'It takes {1} bricks in {2} colours.': '需要 {2} 种颜色的 {1} 块积木。',
  'It takes {1} blocks.': '需要 {1} 个方块。',
  'It is in {1} pieces that do not touch, as the model is.': '和模型一样，它由 {1} 块互不接触的部分组成。',
  'Loose parts were joined by rods, so that it prints as one piece: {1}.':
    '分离的部件用细杆连在一起，可以作为一件打印：{1} 个。',
  'The keycap is 18 mm wide, for one key, with a socket for the cross of Cherry MX stems (4.1 mm, arms 1.31 and 1.17 mm).':
    '键帽宽 18 毫米，用于单个按键，带 Cherry MX 十字轴的插座（4.1 毫米，臂宽 1.31 和 1.17 毫米）。',
  'The keyring is 40 mm long without its ring; the hole of the ring is 5 mm wide.':
    '钥匙扣不算环长 40 毫米；环孔宽 5 毫米。',
  'The relief is 50 mm long, flat at the back, with a pocket there for a round magnet of 10 × 2 mm.':
    '浮雕长 50 毫米，背面是平的，有一个放 10 × 2 毫米圆磁铁的凹槽。',
  'The model is deeper than wide, so the relief shows its side.': '模型的深度大于宽度，所以浮雕显示它的侧面。',
  'Texture is off: colours and textures were taken away.': '贴图已关闭：颜色和贴图被去掉了。',
  'Effects of the materials beyond colour, metal, roughness and relief were left out.':
    '材质中颜色、金属、粗糙度和凹凸之外的效果已略过。',
  'No texture_prompt was given, so the model keeps its own colours, baked anew.':
    '没有填贴图提示词，所以模型保留自己的颜色，重新烘焙。',
  'Relief and roughness were guessed from the brightness of the pictures.': '凹凸和粗糙度是根据图像的明暗推测的。',
  'The uvs were missing or lay on one another, so the model got new ones.':
    '原来没有 UV，或 UV 互相重叠，所以模型换了新的 UV。',
  'The {1} materials were painted in one texture, so the model got new uvs.':
    '{1} 个材质画在一张贴图里，所以模型换了新的 UV。',
  'The model has other proportions than the pictures show ({1}), so they were stretched onto it; texture_alignment original_image keeps their proportions.':
    '模型的比例和图像（{1*}）不同，所以图像被拉伸到模型上；贴图对齐选“原图”可保持图像比例。',
  'The picture shows no single subject, so it was repeated over the whole model as a material.':
    '图像里没有单独的主体，所以作为材质重复铺满整个模型。',
  'One picture shows the front only: sides and back continue the colours of its outline. Four pictures show more.':
    '一张图像只显示正面：侧面和背面沿用轮廓的颜色。四张图像能显示更多。',
};
