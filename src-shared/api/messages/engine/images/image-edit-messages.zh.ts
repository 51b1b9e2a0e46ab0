import type { IMAGE_EDIT_MESSAGES } from './image-edit-messages.ts';

/** Messages of the engine: notes about edited images, in Simplified Chinese. */
export const IMAGE_EDIT_MESSAGES_ZH = {
  'edit.no-second-image': '提示词似乎提到第二张图像，但没有第二张。',
  'edit.color-not-found': '主体里没有找到要替换的颜色，所以整个主体都换了颜色。',
  'edit.whole-subject': '{words} 已应用到整个主体。本机引擎不区分部件。',
  'edit.cannot-add-remove': '本机引擎不能添加或移除物体，所以忽略了 {words}。',
  'edit.unchanged':
    '提示词里没有已知或相近的改动，所以图像没有变化。支持颜色、材质、更亮、更高对比度、黑白、锐化、左侧光、去除背景等。',
  'edit.first-edits': '只应用了前 {max} 项编辑。',
  'edit.first-two-images': '只用了前两张图像。',
  'edit.second-image-colors': '颜色来自第二张图像。',
  'edit.second-image-background': '第二张图像作为背景。',
  'edit.background-kept': '背景没有改变。',
  'edit.jpeg-background': 'JPEG 不支持透明，所以背景是白色。',
  'edit.opaque-background': '要求图像不透明，所以背景是白色。',
  'edit.enlarged': '图像按 {width} × {height} 像素编辑后放大。放大不会增加细节。',
  'edit.small-subject': '主体很小。放大不会增加细节，用更大的图像能得到更好的模型。',
  'edit.sketch': '草图渲染：已填充 {count, plural, other {#}} 个封闭区域并打光。没有封闭的线仍是线。',
  'edit.sketch-colors': '草图渲染：已用自动颜色填充 {count, plural, other {#}} 个封闭区域并打光。没有封闭的线仍是线。',
  'edit.enhance-subject': '模板“3D 增强”：主体已抠出、去噪、均匀打光、锐化，并居中放在方形里。',
  'edit.enhance-image': '模板“3D 增强”：整张图像已去噪、均匀打光、锐化，并居中放在方形里。',
  'edit.completed':
    '模板“补全角色”：{side, select, left {左侧} other {右侧}}被裁掉，已{axis, select, edge {以图像边缘} other {以对称轴}}镜像另一侧补全。',
  'edit.completed-cut-below':
    '模板“补全角色”：{side, select, left {左侧} other {右侧}}被裁掉，已{axis, select, edge {以图像边缘} other {以对称轴}}镜像另一侧补全。下方也被裁掉，无法补全。',
  'edit.complete': '模板“补全角色”：主体完整且对称；只做了抠图。',
  'edit.complete-cut-below': '模板“补全角色”：主体完整且对称。只做了抠图。下方被裁掉，无法补全。',
  'edit.mirrored-pieces': '模板“补全角色”：一侧缺少的部分取自另一侧的镜像。',
  'edit.mirrored-pieces-cut-below': '模板“补全角色”：一侧缺少的部分取自另一侧的镜像。下方被裁掉，无法补全。',
  'edit.figure': '模板“手办”：主体上了光油，从左上方打光，站在摄影棚里的圆形底座上。',
  'edit.figure-ignored':
    '模板“手办”：{name, select, outline {轮廓} shadow {阴影} other {光晕}}已忽略，因为手办有自己的灯光。',
  'edit.t-pose-level': '模板“T 姿势”：手臂已经水平，只做了抠图。',
  'edit.t-pose':
    '模板“T 姿势”：{arms, select, both {双臂} left {左臂} other {右臂}}绕肩旋转到水平。被遮住的部分未知；腿和手保持不变。',
  'edit.variants': '模板“变体”：一张图像里有主体的四种配色。',
} as const satisfies Readonly<Record<keyof typeof IMAGE_EDIT_MESSAGES, string>>;
