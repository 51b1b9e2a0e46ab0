import { createRequire } from 'node:module';

/** True if ONNX Runtime, which runs networks, is installed with Dropforge; it is not loaded. */
export function hasNetworkRuntime(): boolean {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return true;
  } catch {
    return false;
  }
}
