import type { LOCAL_SERVICE_ERRORS } from './local-service-errors.ts';

/** Why the local service refuses or fails, in Simplified Chinese; `{1*}`: what stands there is translated, too. */
export const LOCAL_SERVICE_ERRORS_ZH: Readonly<Record<(typeof LOCAL_SERVICE_ERRORS)[number], string>> = {
  // Images.
  'This file is empty; please export or download the picture again.': '这个文件是空的；重新导出或下载图像。',
  'This file is not a picture Dropforge can read; please use PNG, JPEG, WebP, BMP or TIFF.':
    '这个文件不是 Dropforge 能读取的图像；使用 PNG、JPEG、WebP、BMP 或 TIFF。',
  'This picture has no pixels; please export it again.': '这张图像没有像素；重新导出。',
  'This picture is {1} × {2} pixels; please scale it down to at most 64 megapixels.':
    '这张图像有 {1} × {2} 像素；缩小到 6400 万像素以内。',
  'This picture is incomplete or damaged; please copy, download or export it again.':
    '这张图像不完整或已损坏；重新复制、下载或导出。',
  'This picture is completely transparent; please export it with its subject visible.':
    '这张图像完全透明；导出时让主体可见。',
  'This BMP file ends too early; please copy or export it again.': '这个 BMP 文件不完整；重新复制或导出。',
  'This BMP file uses a layout that Dropforge does not read; please save it as PNG or as a 24-bit BMP.':
    'Dropforge 读不了这种 BMP；存为 PNG 或 24 位 BMP。',
  'No subject could be told from the background; please cut it out, or show it before a plain background.':
    '分不清主体和背景；抠出主体，或用干净的背景。',
  'The subject is only {1} × {2} pixels large; please use a larger picture.':
    '主体只有 {1} × {2} 像素；换一张更大的图像。',
  'The {1} view cannot be used. {2}': '{1*}视图无法使用。{2*}',
  'The style picture cannot be used. {1}': '风格图像无法使用。{1*}',
  'The views do not show the same thing; no body has these outlines.':
    '这些视图显示的不是同一样东西；没有物体有这样的轮廓。',
  'At least two views are needed: the front and one more.': '至少需要两个视图：正面和另一个。',
  // Edits of images.
  'The {1} view cannot be edited. {2}': '{1*}视图无法编辑。{2*}',
  'The prompt names no change this computer can make. {1}': '提示词里没有本机能做的修改。{1*}',
  'The prompt names no change this computer can make to a picture. {1}': '提示词里没有本机能对图像做的修改。{1*}',
  'It knows colours, materials, brighter, sharpen, black and white, remove the background and the like.':
    '它懂颜色、材质、变亮、锐化、黑白、去除背景等。',
  '{1} It knows colours, materials, brighter, sharpen, black and white, remove the background and the like.':
    '{1*}它懂颜色、材质、变亮、锐化、黑白、去除背景等。',
  'It knows colours, materials, brighter, more contrast, black and white, sharpen, light from the left, remove the background and the like. Use such words, or a cloud region.':
    '它懂颜色、材质、变亮、提高对比度、黑白、锐化、从左侧打光、去除背景等。使用这类词，或用云端区域。',
  '{1} It knows colours, materials, brighter, more contrast, black and white, sharpen, light from the left, remove the background and the like. Use such words, or a cloud region.':
    '{1*}它懂颜色、材质、变亮、提高对比度、黑白、锐化、从左侧打光、去除背景等。使用这类词，或用云端区域。',
  'No subject could be told from the background, so nothing could be completed. Use a picture with a plain background.':
    '分不清主体和背景，所以无法补全。用背景干净的图像。',
  'The subject is cut off on both sides, and what is missing cannot be known. Use a picture that shows one side whole.':
    '主体两侧都被裁掉了，缺少什么无从知道。用一侧完整的图像。',
  'The subject is not cut off at a side and is not symmetric, so nothing can be completed from its mirror image.':
    '主体没有被裁掉，也不对称，所以不能用镜像补全。',
  'The picture shows no lines. A sketch is rendered from dark lines on light paper.':
    '图像里没有线条。草图渲染需要浅色纸上的深色线条。',
  'The picture is no line drawing, so there is nothing to fill. Use a drawing with thin lines on plain paper.':
    '图像不是线稿，没有可填色的区域。用白纸上的细线稿。',
  'The lines of the sketch enclose no area that could be filled. Close the outline, then send it again.':
    '草图的线条没有围成可填色的区域。把轮廓封闭，再试一次。',
  'No subject could be told from the background. Use a picture with a plain background, or one that is cut out.':
    '分不清主体和背景。用背景干净的图像，或已抠好的图像。',
  'No arms could be told from the body, and a pose cannot be invented from one picture on this computer. Use a figure seen from the front with daylight between arms and body, draw one with text_to_image and the template t_pose, or use a cloud region.':
    '分不清手臂和身体，本机不能凭一张图像想象姿势。用手臂与身体之间有空隙的正面人物，或用文生图的“T 姿势”模板画一张，或用云端区域。',
  // Prompts.
  'The prompt is empty. It knows {1} names of things, such as {2}. Use one of them, or a cloud region.':
    '提示词是空的。本机认识 {1} 种东西，例如 {2}。用其中一个，或用云端区域。',
  'The prompt names nothing this computer can build. It knows {1} names of things, such as {2}. Use one of them, or a cloud region.':
    '提示词里没有本机能做的东西。本机认识 {1} 种东西，例如 {2}。用其中一个，或用云端区域。',
  'The prompt names nothing this computer can build. Did you mean {1}? It knows {2} names of things, such as {3}. Use one of them, or a cloud region.':
    '提示词里没有本机能做的东西。是不是指 {1}？本机认识 {2} 种东西，例如 {3}。用其中一个，或用云端区域。',
  'The text names no look this computer can paint. It knows {1} colours such as {2}, {3} words for materials such as {4}, and striped, checked, dotted, rusty, old, dark, light, shiny, glowing. Use some of them, give a picture, or use a cloud region.':
    '文字里没有本机能画的外观。它认识 {1} 种颜色（例如 {2}）、{3} 个材质词（例如 {4}），以及条纹、格子、圆点、生锈、陈旧、深、浅、光亮、发光。用其中一些，或给一张图像，或用云端区域。',
  // Models that come in.
  'This file is no model that is read; use GLB, glTF, FBX, OBJ, STL, 3MF or USDZ.':
    '这个文件不是能读取的模型；使用 GLB、glTF、FBX、OBJ、STL、3MF 或 USDZ。',
  'This file is not a GLB model.': '这个文件不是 GLB 模型。',
  'The model file is empty; copy or export it again.': '模型文件是空的；重新复制或导出。',
  'The model file is damaged: {1}. Export it again.': '模型文件已损坏（{1}）。重新导出。',
  'The model file ends too early; copy or export it again.': '模型文件不完整；重新复制或导出。',
  'The model file ends inside its header.': '模型文件在文件头里就断了。',
  'The model file should have {1} bytes but has {2}.': '模型文件应有 {1} 字节，实际 {2} 字节。',
  'A part of the model file goes past its end.': '模型文件的一部分超出了结尾。',
  'The model file does not begin with its description.': '模型文件开头没有描述。',
  'The model file has no description.': '模型文件没有描述。',
  'The description inside the model file is larger than 64 MB.': '模型文件里的描述超过 64 MB。',
  'The description inside the model file is damaged.': '模型文件里的描述已损坏。',
  'The description inside the model file is not glTF.': '模型文件里的描述不是 glTF。',
  'The model is damaged and could not be read.': '模型已损坏，无法读取。',
  'The geometry of the model is damaged: {1}.': '模型的几何数据已损坏（{1}）。',
  'The model is GLB version {1}; only version 2 is read.': '模型是 GLB 版本 {1}；只读取版本 2。',
  'The model is glTF {1}; only glTF 2 is read.': '模型是 glTF {1}；只读取 glTF 2。',
  'The model needs the glTF extension {1}, which is not read.': '模型需要 glTF 扩展 {1}，不支持读取。',
  'The model refers to a part that it does not have.': '模型引用了不存在的部分。',
  'An object of the model hangs from two others.': '模型中有一个对象同时属于两个对象。',
  'The objects of the model hang in a ring.': '模型的对象互相循环引用。',
  'The model describes more data than the file holds.': '模型描述的数据比文件里的多。',
  'The model reads data outside of its own bounds.': '模型读取的数据超出了自身范围。',
  'A buffer of the model is shorter than it says.': '模型的一段数据比声明的短。',
  'The model keeps its geometry in another file; export it as one GLB.':
    '模型的几何数据在另一个文件里；导出为一个 GLB。',
  'The model keeps its textures in other files; export it as one GLB.': '模型的贴图在其他文件里；导出为一个 GLB。',
  'The model embeds data in a way that is not read; export it as GLB.': '模型嵌入数据的方式不支持读取；导出为 GLB。',
  'The model refers to {1}, which is not fetched; export it as one GLB.':
    '模型引用了 {1}，不会去下载；导出为一个 GLB。',
  'The model needs its file {1}; pack both in one zip, or export it as GLB.':
    '模型需要文件 {1}；把两者打包成一个 zip，或导出为 GLB。',
  'The model has no scene to show; export it again.': '模型没有可显示的场景；重新导出。',
  'The model file defines XML entities, which are not read; export it again.':
    '模型文件定义了 XML 实体，不支持读取；重新导出。',
  'The FBX file is of version {1}; export it as FBX 7.4 (2014).': 'FBX 文件是版本 {1}；导出为 FBX 7.4（2014）。',
  'The FBX file holds no mesh; export the model with its geometry.': 'FBX 文件里没有网格；连同几何数据一起导出。',
  'The OBJ file holds no faces; export the model with its mesh.': 'OBJ 文件里没有面；连同网格一起导出。',
  'The STL file holds no triangles; export the model again.': 'STL 文件里没有三角面；重新导出模型。',
  'The 3MF file holds nothing to print; export the model again.': '3MF 文件里没有可打印的内容；重新导出模型。',
  'The USD file is of version {1}, which is not read; export it anew.': 'USD 文件是版本 {1}，不支持读取；重新导出。',
  'The USD file holds no mesh that is shown; export the model with its geometry.':
    'USD 文件里没有显示的网格；连同几何数据一起导出。',
  'The texture {1} cannot be read; use PNG or JPEG.': '贴图 {1} 无法读取；使用 PNG 或 JPEG。',
  'A texture of the model has no data.': '模型的一张贴图没有数据。',
  'A texture of the model cannot be read as an image.': '模型的一张贴图无法作为图像读取。',
  'A texture of the model ({1}) cannot be read as an image.': '模型的贴图（{1}）无法作为图像读取。',
  'A texture of the model ({1}) cannot be read as KTX2; export the model with PNG or JPEG.':
    '模型的贴图（{1}）无法作为 KTX2 读取；用 PNG 或 JPEG 贴图导出模型。',
  // Archives.
  'The archive holds more than 10,000 files.': '压缩包里的文件超过 10,000 个。',
  'The archive unpacks to more than 1 GB; leave out what the model does not use.':
    '压缩包解压后超过 1 GB；去掉模型用不到的文件。',
  'The archive holds encrypted files or links; pack the plain files again.':
    '压缩包里有加密的文件或链接；重新打包普通文件。',
  'The archive swells to more than a hundred times its size when unpacked.': '压缩包解压后膨胀到一百倍以上。',
  'The archive holds no model; put a GLB, glTF, FBX, OBJ, STL, 3MF or USDZ in it.':
    '压缩包里没有模型；放入 GLB、glTF、FBX、OBJ、STL、3MF 或 USDZ。',
  'The archive holds {1} models; import one at a time.': '压缩包里有 {1} 个模型；一次导入一个。',
  'The archive holds another archive; unpack it and import that one.': '压缩包里还有压缩包；解压后导入里面那个。',
  // Models that are too large.
  'The model has more than ten million triangles.': '模型超过一千万个三角面。',
  'The model has more than ten million triangles; reduce it before importing.':
    '模型超过一千万个三角面；导入前先减面。',
  'The model has more than 100,000 objects; join some of them before importing.':
    '模型超过 100,000 个对象；导入前先合并一些。',
  'The model has more than {1} objects.': '模型超过 {1} 个对象。',
  'The model has more than {1} textures.': '模型超过 {1} 张贴图。',
  'The model has a texture of {1} × {2} pixels, or too many.': '模型有 {1} × {2} 像素的贴图，或贴图太多。',
  'The model nests its objects more than {1} levels deep.': '模型的对象嵌套超过 {1} 层。',
  'The model nests its parts more than {1} levels deep; flatten it first.': '模型的部件嵌套超过 {1} 层；先展平。',
  'The model repeats its objects too often.': '模型重复对象的次数太多。',
  'The model needs more than 1 GB of memory once unpacked.': '模型展开后需要超过 1 GB 内存。',
  'The model needs more than 1 GB of memory; reduce it before importing.': '模型需要超过 1 GB 内存；导入前先减小。',
  'The model needs more than 1 GB; reduce it first.': '模型需要超过 1 GB；先减小。',
  'The model needs more memory than there is; reduce it before importing.': '模型需要的内存不够；导入前先减小。',
  'The model is a text of more than 400 MB; reduce it before importing.': '模型是超过 400 MB 的文本；导入前先减小。',
  'The clips of the model have more than five million keys; import fewer at a time.':
    '模型的动画超过五百万个关键帧；一次少导入一些。',
  'The clips of the model would need more than five million keys; do without assemble_animation.':
    '模型的动画会超过五百万个关键帧；不要用“拼接动画”。',
  'The textures of the model have too many pixels together; make them smaller.': '模型的贴图像素总数太多；把它们缩小。',
  'The model is too large for FBX: over 4 GB.': '模型对 FBX 来说太大：超过 4 GB。',
  'The model is larger than an archive can be (4 GB).': '模型超过压缩包的上限（4 GB）。',
  'The model has {1} triangles; at most {2} can be unwrapped. Decimate it first.':
    '模型有 {1} 个三角面；最多能展开 {2} 个。先减面。',
  'The model has {1} triangles; at most {2} can be textured. Decimate it first.':
    '模型有 {1} 个三角面；最多能上色 {2} 个。先减面。',
  'The model has {1} triangles and needs new uvs; at most {2} can be unwrapped. Decimate it first.':
    '模型有 {1} 个三角面，需要新的 UV；最多能展开 {2} 个。先减面。',
  // Work on models.
  'The model has no triangles to convert.': '模型没有可转换的三角面。',
  'The model has no triangles to work on.': '模型没有可处理的三角面。',
  'Nothing is left of the model: use a higher face_limit or a lower flatten_bottom_threshold.':
    '模型什么都没剩下：提高面数上限，或降低切割位置。',
  'face_limit must be a whole number of at least 1, not {1}.': '面数上限必须是至少为 1 的整数，不能是 {1}。',
  'texture_size must be a whole number of pixels from 1 to {1}, not {2}.':
    '贴图尺寸必须是 1 到 {1} 的整数像素，不能是 {2}。',
  'scale_factor must be a number above 0, not {1}.': '缩放必须是大于 0 的数，不能是 {1}。',
  'flatten_bottom_threshold is a share of the height, from 0 to below 1, not {1}.':
    '切割位置是高度的比例，从 0 到小于 1，不能是 {1}。',
  'part_names: the model has no part {1}. Its parts are {2}.': '模型没有部件 {1*}。它的部件有 {2*}。',
  'part_names: the model has no part {1}. Its parts have no names.': '模型没有部件 {1*}。它的部件没有名称。',
  'points: give at least one point of the model.': '至少给出模型上的一个点。',
  'parameters.points must be 1 to 32 points [x, y, z] in metres.':
    'parameters.points 必须是 1 到 32 个以米为单位的点 [x, y, z]。',
  'parameters.splats must be a whole number from 1,000 to 1,000,000, and parameters.seed one of 32 bits.':
    'parameters.splats 必须是 1,000 到 1,000,000 的整数，parameters.seed 是 32 位整数。',
  'The model has no surface that could be written.': '模型没有可写出的表面。',
  'The model has no face with an area.': '模型没有带面积的面。',
  'The model has no surface, so no splats can lie on it.': '模型没有表面，不能铺泼溅点。',
  'The model has no size: all its points lie on one place.': '模型没有大小：所有的点都在同一处。',
  'The model is {1} m large; scale it to a usual size first.': '模型大小为 {1} 米；先缩放到平常的大小。',
  'The shape of the model is too tangled to become one closed solid; simplify it.':
    '模型的形状太复杂，不能变成一个封闭的实体；先简化。',
  // Skeletons and clips.
  'This computer makes skeletons for bipeds and quadrupeds only, not for “{1}”. Ask for one of these, or use a cloud region.':
    '本机只给两足和四足角色做骨骼，不支持“{1}”。选其中之一，或用云端区域。',
  'The model is a figure upright on two legs, not a quadruped. Ask for biped.':
    '模型是两腿直立的角色，不是四足。选 biped。',
  'The model is an animal on four legs, not a biped. Ask for quadruped.':
    '模型是四条腿的动物，不是两足。选 quadruped。',
  '“{1}” is not for bipeds, and the model is one: it plays {2}.': '“{1}”不是给两足角色的，而模型是两足：可用 {2}。',
  '“{1}” is not for quadrupeds, and the model is one: it plays {2}.': '“{1}”不是给四足动物的，而模型是四足：可用 {2}。',
  'This computer has no animation “{1}” for bipeds. It has {2}.': '本机没有两足动画“{1}”。有 {2}。',
  'This computer has no animation “{1}” for quadrupeds. It has {2}.': '本机没有四足动画“{1}”。有 {2}。',
  'The model has no bone “{1}” or “{2}”. Rig it on this computer first, then animate it.':
    '模型没有骨头“{1}”或“{2}”。先在本机绑定骨骼，再做动画。',
  // The service on this computer.
  'The disk is full. Free space, then send the task again.': '磁盘已满。腾出空间，再重新发送。',
  'The disk is full. Free space, then try again.': '磁盘已满。腾出空间，然后重试。',
  'The engine could not finish this task because of an internal error.': '引擎因自身故障没能完成。',
  'The service could not respond because of an internal error.': '服务因自身故障没能回应。',
  'The engine stopped in the middle of this task.': '引擎在中途停止了。',
  'The file this task works on is gone. Upload it again.': '这个任务要用的文件不在了。重新上传。',
  'The request holds words that are not allowed.': '请求里有不允许的词。',
  'The task waited too long for its turn.': '等待的时间太长。',
  'This took longer than {1} minutes and was stopped.': '超过 {1} 分钟，已停止。',
  'This needs more than the {1} MB of memory one task may use.': '需要的内存超过一项允许的 {1} MB。',
  'The file token is unknown or expired, or its file was not uploaded. Upload it again.':
    '文件凭证未知或已过期，或文件没有上传。重新上传。',
  'There is no task {1}.': '没有服务任务 {1}。',
  'The source task has not succeeded; it is {1}.': '来源任务没有成功；它的状态是 {1}。',
  'The local service does not fetch files from the network. Upload the file.':
    '本机服务不从网络下载任何东西。上传文件。',
  'More than {1} requests in a minute.': '一分钟内超过 {1} 次请求。',
};
