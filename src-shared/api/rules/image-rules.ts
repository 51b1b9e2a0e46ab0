import { ruleMessage } from '../messages/rule-message.ts';
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
import { refuse, badParameter, type Refusal, type Rule, type RuleContext } from '../operation.ts';
import type { RequestSource } from '../source.ts';

type ImageValues = Values<typeof IMAGE_FIELDS & { model: ReturnType<typeof imageModelField> }>;

/** Returns the rules across fields of the image operations (spec 4.3); `usual` is the operation's default model. */
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

/** A retired model is rejected from its retirement date. */
function modelStillExists(model: ImageModel, { now }: RuleContext): Refusal {
  return isRetired(model, now)
    ? refuse(2016, 'model', ruleMessage('rule.model-retired', { model: model.id, date: model.retiresOn ?? '' }))
    : null;
}

/** Only chat_image_2 and the 2.5 models support `quality`; the latter support more of them. */
function qualityOfModel({ quality }: ImageValues, model: ImageModel): Refusal {
  if (quality === undefined || model.qualities.includes(quality)) return null;
  const { id, qualities } = model;
  const detail = ruleMessage('rule.quality-of-model', { model: id, quality, count: qualities.length, qualities });
  return badParameter('quality', detail);
}

/** Only the banana family supports `aspect_ratio`; the document does not show its values, so any ratio is accepted. */
function aspectRatioOfBanana({ aspect_ratio: ratio }: ImageValues, model: ImageModel): Refusal {
  if (ratio === undefined) return null;
  if (model.family !== 'banana')
    return badParameter('aspect_ratio', ruleMessage('rule.no-aspect-ratio', { model: model.id }));
  return /^[1-9]\d{0,2}:[1-9]\d{0,2}$/.test(ratio)
    ? null
    : badParameter('aspect_ratio', ruleMessage('rule.aspect-ratio-form'));
}

/** Accepts a resolution class, or a custom size within the limits if the model supports it. */
function sizeOfModel({ size }: ImageValues, model: ImageModel): Refusal {
  if (size === undefined || size === 'auto' || isResolutionClass(size)) return null;
  const custom = /^(\d{1,5})x(\d{1,5})$/i.exec(size);
  if (!custom) return badParameter('size', ruleMessage('rule.size-form', { sizes: RESOLUTION_CLASSES }));
  if (!model.customSize)
    return badParameter('size', ruleMessage('rule.no-custom-size', { model: model.id, sizes: RESOLUTION_CLASSES }));
  return customSizeWithinBounds(Number(custom[1]), Number(custom[2]));
}

function customSizeWithinBounds(width: number, height: number): Refusal {
  const { longestEdge, step, widestRatio, fewestPixels, mostPixels } = CUSTOM_SIZE;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long > longestEdge) return badParameter('size', ruleMessage('rule.longest-edge', { max: longestEdge }));
  if (width % step !== 0 || height % step !== 0) return badParameter('size', ruleMessage('rule.edge-step', { step }));
  if (short * widestRatio < long) return badParameter('size', ruleMessage('rule.widest-ratio', { max: widestRatio }));
  if (width * height < fewestPixels || width * height > mostPixels) {
    return badParameter('size', ruleMessage('rule.pixel-count', { min: fewestPixels, max: mostPixels }));
  }
  return null;
}

/** A transparent background requires PNG; models without `background` ignore it. */
function transparencyNeedsPng({ background, output_format: format }: ImageValues, model: ImageModel): Refusal {
  return model.background && background === 'transparent' && format !== 'png'
    ? badParameter('background', ruleMessage('rule.transparency-needs-png'))
    : null;
}

/** Limits the number of images per request by family. */
function picturesWithinCap(model: ImageModel, source: RequestSource): Refusal {
  const { mostImages } = IMAGE_FAMILIES[model.family];
  return source.kind === 'files' && source.files.length > mostImages
    ? badParameter(
        'files',
        ruleMessage('rule.image-count', { model: model.id, max: mostImages, count: source.files.length }),
      )
    : null;
}

function isResolutionClass(size: string): boolean {
  return RESOLUTION_CLASSES.some((name) => name.toLowerCase() === size.toLowerCase());
}
