/** Messages about networks that the user chose, in English; ICU templates by their ids. */
export const NETWORK_MESSAGES = {
  'network.no-gpu': 'The network ran on the processor, because ONNX Runtime found no graphics card that it can use.',
  'network.masks-not-needed': 'The background is plain or transparent, so the built-in mask was used.',
  'network.masks-failed': 'The built-in mask was used, because the network {name} failed. {reason}',
  'network.depth-failed': 'The relief follows the outline, because the network {name} failed. {reason}',
  'network.too-slow':
    'It was stopped after {seconds, plural, one {# second} other {# seconds}}. Choose a smaller network, or increase its timeLimitSeconds.',
  'network.too-much-memory':
    'It was stopped because it needs more than {max, number} MB of memory. Choose a smaller network, or increase its memoryMb.',
  'network.crashed': 'Its process crashed. Choose another file.',
  'network.disabled': 'It failed {count, number} times in a row and is not used until Dropforge is restarted.',
  'network.no-runtime':
    'ONNX Runtime cannot be loaded ({reason}). Install the package onnxruntime-node, or remove the network from the settings.',
  'network.not-loaded': 'It is not an ONNX network that can be loaded ({reason}). Choose another file.',
  'network.inputs':
    'It has {count, plural, one {# input} other {# inputs}} instead of one image. Choose a network with one input.',
  'network.input-type': 'Its input has the type {type} instead of float32. Choose a network with float32 values.',
  'network.input-shape':
    'Its input has the shape {shape} instead of 1 × 3 × height × width. Choose a network for single images in red, green and blue.',
  'network.input-any-size': 'Its input has the shape {shape}, which fits any size. Set the size in the settings.',
  'network.input-size': 'Its input has the shape {shape}; height and width must be {min, number} to {max, number}.',
  'network.output-type': 'Its output has the type {type} instead of float32. Choose a network with float32 values.',
  'network.output-shape':
    'Its output has the shape {shape} instead of 1 × 1 × height × width. Choose a network that returns one value for each pixel.',
  'network.output-values': 'Its output contains values that are not numbers. Check mean and deviation in the settings.',
  'network.run-failed': 'It stopped with an error ({reason}). Choose another file.',
} as const;
