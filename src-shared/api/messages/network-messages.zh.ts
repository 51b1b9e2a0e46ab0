import type { NETWORK_MESSAGES } from './network-messages.ts';

/** Messages about networks that the user chose, in Simplified Chinese. */
export const NETWORK_MESSAGES_ZH = {
  'network.no-gpu': '网络在处理器上运行，因为 ONNX Runtime 没有找到可用的显卡。',
  'network.masks-not-needed': '背景干净或透明，所以使用了内置遮罩。',
  'network.masks-failed': '网络 {name} 出错，所以使用了内置遮罩。{reason}',
  'network.depth-failed': '网络 {name} 出错，所以浮雕由轮廓得出。{reason}',
  'network.too-slow': '它运行了 {seconds, plural, other {# 秒}}后被停止。选择更小的网络，或增大 timeLimitSeconds。',
  'network.too-much-memory': '它需要的内存超过 {max, number} MB，已被停止。选择更小的网络，或增大 memoryMb。',
  'network.crashed': '它的进程已崩溃。选择其他文件。',
  'network.disabled': '它已连续出错 {count, number} 次，在重新启动 Dropforge 之前不再使用。',
  'network.no-runtime': '无法加载 ONNX Runtime（{reason}）。安装 onnxruntime-node 包，或从设置中移除该网络。',
  'network.not-loaded': '它不是可以加载的 ONNX 网络（{reason}）。选择其他文件。',
  'network.inputs': '它有 {count, plural, other {# 个输入}}，而不是一张图像。选择只有一个输入的网络。',
  'network.input-type': '它的输入类型是 {type}，而不是 float32。选择使用 float32 的网络。',
  'network.input-shape': '它的输入形状是 {shape}，而不是 1 × 3 × 高 × 宽。选择用于单张红绿蓝图像的网络。',
  'network.input-any-size': '它的输入形状是 {shape}，适用于任意大小。在设置中指定 size。',
  'network.input-size': '它的输入形状是 {shape}；高和宽必须在 {min, number} 到 {max, number} 之间。',
  'network.output-type': '它的输出类型是 {type}，而不是 float32。选择使用 float32 的网络。',
  'network.output-shape': '它的输出形状是 {shape}，而不是 1 × 1 × 高 × 宽。选择每个像素返回一个值的网络。',
  'network.output-values': '它的输出包含不是数字的值。检查设置中的 mean 和 deviation。',
  'network.run-failed': '它因错误而停止（{reason}）。选择其他文件。',
} as const satisfies Readonly<Record<keyof typeof NETWORK_MESSAGES, string>>;
