import type { IMAGE_NOTES } from './image-notes.ts';

/** What the engine says when it reads and edits images, in Simplified Chinese; `{1*}`: what stands there is translated. */
export const IMAGE_NOTES_ZH: Readonly<Record<(typeof IMAGE_NOTES)[number], string>> = {
  'No subject could be told from the background, so the whole picture was taken for it.':
    '分不清主体和背景，所以把整张图像当作主体。',
  'The background is busy, so the outline was estimated; a picture with a plain background gives a cleaner one.':
    '背景杂乱，轮廓是估计的；背景干净的图像会更准确。',
  'No subject could be told from the background, so the whole picture became a rounded plate; cut the subject out for a better model.':
    '分不清主体和背景，所以整张图像做成了圆角板；抠出主体能得到更好的模型。',
  'The picture was repaired: {1}.': '修复了图像：{1*}。',
  'The picture was looked at and needs no repair.': '检查了图像，不需要修复。',
  'In the {1} view: {2}': '{1*}视图：{2*}',
  'The outlines of front and back differ, so what either shows was kept.': '正面和背面的轮廓不同，两者显示的都保留了。',
  'The outlines of left and right differ, so what either shows was kept.': '左面和右面的轮廓不同，两者显示的都保留了。',
  'No view shows the depth, so it was guessed from the outline; a left or right view gives the real one.':
    '没有视图显示深度，所以根据轮廓推测；加上左面或右面视图就是真实的深度。',
  'No picture shows the {1}, so its colours mirror the {2}.': '没有{1*}的图像，所以它的颜色镜像自{2*}。',
  'No picture shows the {1}, so the colours there were continued from the others.':
    '没有{1*}的图像，所以那里的颜色从其他视图延续过去。',
  'A body needs {1} faces or more; {2} were asked for.': '一个实体至少需要 {1} 个面；你要的是 {2} 个。',
  'Left, back and right were drawn from a draft model: they follow the outline of the picture, and the back mirrors the front.':
    '左面、背面和右面是从草稿模型画出的：它们遵循图像的轮廓，背面镜像自正面。',
  'By the distance in the photograph the subject is {1} m large.': '按照片中的距离，主体大小为 {1} 米。',
  'The subject was taken for a grown person, {1} m tall.': '主体按成年人处理，高 {1} 米。',
  'The picture does not say how large its subject is, so the longest side measures 1 m.':
    '图像没有说明主体的大小，所以最长边按 1 米。',
  'The back repeats the front, but lettering or one-sided marks were painted over there, because they would stand mirrored.':
    '背面重复正面，但文字或单侧的标记在那里被涂掉了，否则会是反的。',
  '{1} splats lie on a draft model of the picture; the axes are metres, +Y up, +Z front. A program that expects +Y down shows them upside down: turn them by 180° about X there.':
    '{1} 个泼溅点铺在图像的草稿模型上；单位为米，+Y 向上，+Z 向前。以 +Y 向下的程序会上下颠倒：在那里绕 X 转 180°。',
  'The prompt seems to speak of a second picture, but there is none.': '提示词似乎提到第二张图像，但没有第二张。',
  'The colour to be replaced was not found in the subject, so the whole subject was recoloured.':
    '主体里没有找到要替换的颜色，所以整个主体都换了颜色。',
  '{1} was taken for the whole subject: its parts are not told apart on this computer.':
    '{1*} 按整个主体处理：本机不区分它的部件。',
  'Things cannot be added or taken away on this computer, so {1} was left out.':
    '本机不能添加或去掉东西，所以略过了 {1*}。',
  'Only the first {1} changes were made.': '只做了前 {1} 项更改。',
  'Only the first two pictures were used.': '只用了前两张图像。',
  'The second picture gave its colours.': '用了第二张图像的颜色。',
  'The second picture became the background.': '第二张图像作为背景。',
  'What is behind the subject was left as it is.': '主体后面的内容保持不变。',
  'JPEG holds no transparency, so the background became white.': 'JPEG 不能存透明，所以背景变成了白色。',
  'The picture was asked for without transparency, so the background became white.':
    '要求图像不透明，所以背景变成了白色。',
  'The picture was worked on at {1} × {2} pixels and enlarged; that adds no detail.':
    '图像按 {1} × {2} 像素处理后放大；这不会增加细节。',
  'The subject is small in its picture; enlarging it adds no detail, so a larger picture gives a better model.':
    '主体在图像里很小；放大不会增加细节，用更大的图像能得到更好的模型。',
  'Sketch to render: {1} filled and lit as if padded; lines that enclose nothing stay lines.':
    '草图渲染：{1*}已填色，并像有厚度一样打光；没有围成区域的线仍是线。',
  'Sketch to render: {1} filled with colours of our own choice and lit as if padded; lines that enclose nothing stay lines.':
    '草图渲染：{1*}已用自选的颜色填色，并像有厚度一样打光；没有围成区域的线仍是线。',
  'Template 3d_enhance: the subject was cut out, cleaned of grain, lit evenly, sharpened and centred on a square.':
    '模板“3D 增强”：主体已抠出、去噪、均匀打光、锐化，并居中放在方形里。',
  'Template 3d_enhance: the whole picture was cleaned of grain, lit evenly, sharpened and centred on a square.':
    '模板“3D 增强”：整张图像已去噪、均匀打光、锐化，并居中放在方形里。',
  'Template character_completion: the {1} side was cut off and was continued as the mirror image of the other, {2}.':
    '模板“补全角色”：{1*}被裁掉了，已用另一侧的镜像补上（{2*}）。',
  'Template character_completion: the {1} side was cut off and was continued as the mirror image of the other, {2}. It is cut off below, too, and what is missing there cannot be known.':
    '模板“补全角色”：{1*}被裁掉了，已用另一侧的镜像补上（{2*}）。下方也被裁掉了，缺少什么无从知道。',
  'Template character_completion: the subject is whole and symmetric; it was only cut out.':
    '模板“补全角色”：主体完整且对称；只做了抠图。',
  'Template character_completion: pieces that one side lacks were taken from the mirror image of the other.':
    '模板“补全角色”：一侧缺少的部分取自另一侧的镜像。',
  'Template character_completion: the subject is whole and symmetric; it was only cut out. It is cut off below, too, and what is missing there cannot be known.':
    '模板“补全角色”：主体完整且对称；只做了抠图。下方也被裁掉了，缺少什么无从知道。',
  'Template character_completion: pieces that one side lacks were taken from the mirror image of the other. It is cut off below, too, and what is missing there cannot be known.':
    '模板“补全角色”：一侧缺少的部分取自另一侧的镜像。下方也被裁掉了，缺少什么无从知道。',
  'Template figure: the subject, varnished and lit from the upper left, stands on a round base in a studio.':
    '模板“手办”：主体上了光油，从左上方打光，站在摄影棚里的圆形底座上。',
  'Template figure: the {1} was left out, because the figure stands in light of its own.':
    '模板“手办”：{1*}已略过，因为手办有自己的灯光。',
  'Template t_pose: the arms are level already, so the figure was only cut out.':
    '模板“T 姿势”：手臂已经水平，只做了抠图。',
  'Template t_pose: {1} turned about the shoulder until level, as a paper puppet’s; what they hid cannot be known, and legs and hands stay as they were.':
    '模板“T 姿势”：{1*}像纸偶一样绕肩转到水平；被遮住的部分无从知道，腿和手保持不变。',
  'Template variants: four colourings of the subject in one picture.': '模板“变体”：一张图像里有主体的四种配色。',
};
