import type { Values } from '../fields/field.ts';
import type { IMAGE_FIELDS, imageModelField } from '../fields/image-fields.ts';
import {
  CUSTOM_SIZE,
  findImageModel,
  IMAGE_FAMILIES,
  isRetired,
  RESOLUTION_CLASSES,
  type ImageModel,
} from '../models/image-models.ts';
import { badParameter, type Refusal, type Rule, type RuleContext } from '../operation.ts';
import type { RequestSource } from '../source.ts';

type ImageValues = Values<typeof IMAGE_FIELDS & { model: ReturnType<typeof imageModelField> }>;

/** Rules across the fields of the image operations (spec 4.3); `usual` is the operation's default model. */
export function imageRules(usual: string): readonly Rule<ImageValues>[] {
  const modelOf = (values: ImageValues): ImageModel => findImageModel(values.model ?? usual) as ImageModel;
  const rule = (check: (values: ImageValues, model: ImageModel) => Refusal): Rule<ImageValues> => ({
    section: '4.3',
    check: (values) => check(values, modelOf(values)),
  });
  return [
    { section: '4.3', check: (values, context) => modelStillExists(modelOf(values), context) },
    rule(qualityOfModel),
    rule(aspectRatioOfBanana),
    rule(sizeOfModel),
    rule(transparencyNeedsPng),
    { section: '4.3', check: (values, _, source) => picturesWithinCap(modelOf(values), source) },
  ];
}

/** A retired model is refused from its day on. */
function modelStillExists(model: ImageModel, { now }: RuleContext): Refusal {
  return isRetired(model, now)
    ? { code: 2016, path: 'model', message: `${model.id} was retired on ${model.retiresOn}. Choose a newer model.` }
    : null;
}

/** `quality` exists on chat_image_2 and the 2.5 models, which know more of them. */
function qualityOfModel({ quality }: ImageValues, model: ImageModel): Refusal {
  if (quality === undefined || model.qualities.includes(quality)) return null;
  const known = model.qualities.length > 0 ? `It takes ${model.qualities.join(', ')}.` : 'Leave quality out.';
  return badParameter('quality', `${model.id} does not take quality ${quality}. ${known}`);
}

/** `aspect_ratio` exists in the banana family only. */
function aspectRatioOfBanana({ aspect_ratio: ratio }: ImageValues, model: ImageModel): Refusal {
  return ratio === undefined || model.family === 'banana'
    ? null
    : badParameter('aspect_ratio', `${model.id} does not take aspect_ratio. Use size, or a banana model.`);
}

/** A resolution class, or a custom size within the bounds where the model takes one. */
function sizeOfModel({ size }: ImageValues, model: ImageModel): Refusal {
  if (size === undefined || size === 'auto' || isResolutionClass(size)) return null;
  const custom = /^(\d{1,5})x(\d{1,5})$/i.exec(size);
  if (!custom) return badParameter('size', `size is ${RESOLUTION_CLASSES.join(', ')}, or WIDTHxHEIGHT.`);
  if (!model.customSize)
    return badParameter('size', `${model.id} takes ${RESOLUTION_CLASSES.join(', ')}, no custom size.`);
  return customSizeWithinBounds(Number(custom[1]), Number(custom[2]));
}

function customSizeWithinBounds(width: number, height: number): Refusal {
  const { longestEdge, step, widestRatio, fewestPixels, mostPixels } = CUSTOM_SIZE;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long > longestEdge) return badParameter('size', `Each edge is at most ${longestEdge} pixels.`);
  if (width % step !== 0 || height % step !== 0)
    return badParameter('size', `Each edge is a multiple of ${step} pixels.`);
  if (short * widestRatio < long)
    return badParameter('size', `The long edge is at most ${widestRatio} times the short one.`);
  if (width * height < fewestPixels || width * height > mostPixels) {
    return badParameter('size', `The picture has ${fewestPixels} to ${mostPixels} pixels.`);
  }
  return null;
}

/** A transparent background exists in PNG only; models without `background` ignore it. */
function transparencyNeedsPng({ background, output_format: format }: ImageValues, model: ImageModel): Refusal {
  return model.background && background === 'transparent' && format !== 'png'
    ? badParameter('background', 'A transparent background needs output_format png.')
    : null;
}

/** Pictures in one order, by family. */
function picturesWithinCap(model: ImageModel, source: RequestSource): Refusal {
  const { mostImages } = IMAGE_FAMILIES[model.family];
  return source.kind === 'files' && source.files.length > mostImages
    ? badParameter('files', `${model.id} takes at most ${mostImages} pictures; ${source.files.length} were given.`)
    : null;
}

function isResolutionClass(size: string): boolean {
  return RESOLUTION_CLASSES.some((name) => name.toLowerCase() === size.toLowerCase());
}
