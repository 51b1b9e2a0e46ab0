/** Messages of rules across fields about rejected requests, in English; ICU templates by their ids. */
export const RULE_MESSAGES = {
  'rule.face-limit':
    'face_limit must be {min, number} to {max, number} {kind, select, quads {quads} other {triangles}}; {limit, number} was given.',
  'rule.face-limit-of-model':
    'face_limit must be {min, number} to {max, number} {kind, select, quads {quads} other {triangles}} here; {limit, number} was given.',
  'rule.smart-uv-needs-model': 'smart_uv works with model v3.0 only. Choose v3.0, or omit it.',
  'rule.fast-needs-model': 'Texture version {model} is required.',
  'rule.fast-needs-texture-version':
    'fast works with texture version {version} only. Set texture_version, or use standard.',
  'rule.parts-need-no-texture': 'Parts require texture to be false and pbr not true. Turn off texture or parts.',
  'rule.model-omits': '{model} does not support {field}. Omit it, or choose another model.',
  'rule.print-check-not-permitted': 'This account cannot use the printability check. Omit check_printable.',
  'rule.vxc-not-permitted': 'This account cannot create VXC files. Omit vxc.',
  'rule.vertex-colors-format': 'Vertex colors are available in OBJ and GLTF only.',
  'rule.animation-missing': 'Set animation, or up to five in animations.',
  'rule.animation-twice': 'Set animation or animations, not both.',
  'rule.view-twice': 'The {view} view is listed twice. Combine the two instructions.',
  'rule.prompt-or-template': 'prompt is required unless template supplies one.',
  'rule.model-text-only': '{model} accepts text only. Omit model, or choose another one.',
  'rule.model-retired': '{model} was retired on {date}. Choose a newer model.',
  'rule.quality-of-model':
    '{model} does not support quality {quality}. {count, plural, =0 {Omit quality.} other {It supports {qualities}.}}',
  'rule.aspect-ratio-form': 'aspect_ratio must be a ratio such as 16:9.',
  'rule.no-aspect-ratio': '{model} does not support aspect_ratio. Use size, or a banana model.',
  'rule.size-form': 'size must be {sizes}, or WIDTHxHEIGHT.',
  'rule.no-custom-size': '{model} supports {sizes}, no custom size.',
  'rule.longest-edge': 'Each edge can be at most {max} pixels.',
  'rule.edge-step': 'Each edge must be a multiple of {step} pixels.',
  'rule.widest-ratio': 'The long edge can be at most {max} times the short edge.',
  'rule.pixel-count': 'The image must have {min, number} to {max, number} pixels.',
  'rule.transparency-needs-png': 'A transparent background requires output_format png.',
  'rule.image-count': '{model} accepts at most {max} images; {count} were given.',
  'rule.priority': 'Priority {priority} is not permitted for this account; the highest is {max}.',
} as const;
