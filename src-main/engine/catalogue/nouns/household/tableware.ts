import type { Noun } from '../../builder/noun.ts';
import { GLAZES } from '../shared/common-finishes.ts';
import { vessel } from './vessel.ts';

/** Plates, bowls, glasses and cutlery. */
export const TABLEWARE: readonly Noun[] = [
  {
    names: ['cup', 'mug', 'coffee cup', 'teacup'],
    chinese: ['杯子', '杯', '茶杯'],
    size: [
      [0.09, 0.14],
      [0.08, 0.12],
      [0.07, 0.1],
    ],
    slots: { body: GLAZES, drink: 'chocolate:#5a3620!' },
    build(k) {
      const [r, h] = [k.vary(0.041), k.vary(0.096)];
      k.lathe('body', vessel(r * 0.86, r, h, 0.0045), { segments: 36 });
      k.tube(
        'body',
        [
          [r * 0.9, h * 0.82, 0],
          [r * 1.5, h * 0.84, 0],
          [r * 1.78, h * 0.55, 0],
          [r * 1.45, h * 0.24, 0],
          [r * 0.88, h * 0.2, 0],
        ],
        0.0058,
        { segments: 10, name: 'handle' },
      );
      k.cylinder('drink', r * 0.92, 0.004, { at: [0, h * 0.8, 0], segments: 32 });
      k.spot('inside', [0, h * 0.1, 0], r, r, h);
    },
  },
  {
    names: ['plate', 'dish', 'saucer'],
    chinese: ['盘子', '碟子'],
    size: [
      [0.2, 0.3],
      [0.012, 0.035],
      [0.2, 0.3],
    ],
    slots: { body: GLAZES },
    build(k) {
      const r = k.vary(0.125);
      k.lathe(
        'body',
        [
          [r * 0.55, 0],
          [r * 0.62, 0.004],
          [r, 0.02],
          [r * 0.995, 0.023],
          [r * 0.66, 0.009],
          [0, 0.007],
        ],
        { segments: 48 },
      );
      k.spot('top', [0, 0.008, 0], r * 1.1, r * 1.1);
    },
  },
  {
    names: ['bowl', 'salad bowl'],
    chinese: ['碗'],
    size: [
      [0.15, 0.25],
      [0.06, 0.11],
      [0.15, 0.25],
    ],
    slots: { body: GLAZES },
    build(k) {
      const [r, h] = [k.vary(0.095), k.vary(0.08)];
      k.lathe(
        'body',
        [
          [r * 0.42, 0],
          [r * 0.45, h * 0.08],
          [r * 0.8, h * 0.42],
          [r, h],
          [r * 0.96, h * 1.005],
          [r * 0.74, h * 0.45],
          [r * 0.35, h * 0.16],
          [0, h * 0.13],
        ],
        { segments: 40, isSmooth: true },
      );
      k.spot('inside', [0, h * 0.3, 0], r * 0.9, r * 0.9, h);
    },
  },
  {
    names: ['bottle', 'wine bottle', 'potion', 'flask'],
    chinese: ['瓶子', '酒瓶'],
    size: [
      [0.065, 0.095],
      [0.26, 0.36],
      [0.065, 0.095],
    ],
    slots: { body: 'glass:#2f5d3a|#5a3a22|#7fb2c4', label: 'paper:#e9dfc6+', cap: 'wood:#c49a63!' },
    build(k) {
      const [r, h] = [k.vary(0.039), k.vary(0.3)];
      k.lathe(
        'body',
        [
          [r * 0.92, 0],
          [r, 0.006],
          [r, h * 0.6],
          [r * 0.82, h * 0.68],
          [r * 0.4, h * 0.77],
          [r * 0.36, h * 0.95],
          [r * 0.42, h * 0.955],
          [r * 0.42, h * 0.98],
        ],
        { segments: 32 },
      );
      k.cylinder('cap', r * 0.3, h * 0.05, { at: [0, h * 0.965, 0], segments: 20, top: r * 0.32 });
      k.lathe(
        'label',
        [
          [r * 1.015, h * 0.18],
          [r * 1.015, h * 0.48],
          [r * 0.97, h * 0.48],
          [r * 0.97, h * 0.18],
        ],
        { isLoop: true, segments: 32 },
      );
    },
  },
  {
    names: ['wine glass', 'goblet', 'chalice', 'glass of wine'],
    chinese: ['酒杯', '高脚杯'],
    size: [
      [0.07, 0.11],
      [0.16, 0.24],
      [0.07, 0.11],
    ],
    slots: { body: 'glass', wine: 'ruby:#6d1326!' },
    build(k) {
      const [r, h] = [k.vary(0.04), k.vary(0.2)];
      k.lathe(
        'body',
        [
          [r * 0.86, 0],
          [r * 0.86, 0.004],
          [0.006, 0.014],
          [0.005, h * 0.45],
          [r * 0.8, h * 0.58],
          [r, h * 0.74],
          [r * 0.84, h],
          [r * 0.8, h],
          [r * 0.95, h * 0.74],
          [r * 0.72, h * 0.6],
          [0, h * 0.5],
        ],
        { segments: 36, isSmooth: true },
      );
      k.lathe(
        'wine',
        [
          [0, h * 0.51],
          [r * 0.68, h * 0.6],
          [r * 0.91, h * 0.72],
          [0, h * 0.72],
        ],
        { segments: 36 },
      );
    },
  },
  {
    names: ['spoon', 'ladle'],
    chinese: ['勺子'],
    size: [
      [0.03, 0.06],
      [0.008, 0.04],
      [0.16, 0.26],
    ],
    slots: { body: 'silver' },
    build(k) {
      const l = k.vary(0.2);
      k.ball('body', [0.021, 0.006, 0.031], { at: [0, 0.007, l / 2 - 0.031] });
      k.tube(
        'body',
        [
          [0, 0.008, l / 2 - 0.055],
          [0, 0.016, l * 0.1],
          [0, 0.012, -l * 0.3],
          [0, 0.009, -l / 2 + 0.006],
        ],
        [0.004, 0.0035, 0.005, 0.0065],
        { ends: 'round', flat: 1.3 },
      );
    },
  },
  {
    names: ['knife', 'kitchen knife'],
    chinese: ['刀', '菜刀'],
    size: [
      [0.27, 0.38],
      [0.035, 0.06],
      [0.014, 0.03],
    ],
    slots: { blade: 'steel', handle: 'wood:#4d3323+' },
    build(k) {
      const l = k.vary(0.2);
      k.extrude(
        'blade',
        [
          [0, 0.012],
          [l * 0.6, 0.0],
          [l * 0.9, 0.018],
          [l, 0.036],
          [l * 0.5, 0.042],
          [0, 0.042],
        ],
        0.003,
        { at: [-l * 0.28, 0, 0], bevel: 0.0008 },
      );
      k.box('handle', [l * 0.55, 0.026, 0.018], { at: [-l * 0.52, 0.015, 0], bevel: 0.007 });
      k.box('blade', [0.01, 0.036, 0.019], { at: [-l * 0.27, 0.01, 0], bevel: 0.002, name: 'bolster' });
    },
  },
  {
    names: ['drinking glass', 'glass', 'tumbler'],
    chinese: ['玻璃杯'],
    size: [
      [0.06, 0.1],
      [0.1, 0.16],
      [0.06, 0.1],
    ],
    slots: { body: 'glass', water: 'ice:#9fd0e8!' },
    build(k) {
      const [r, h] = [k.vary(0.038), k.vary(0.13)];
      k.lathe('body', vessel(r * 0.84, r, h, 0.0025), { segments: 36 });
      k.lathe(
        'water',
        [
          [0, 0.006],
          [r * 0.8, 0.006],
          [r * 0.91, h * 0.72],
          [0, h * 0.72],
        ],
        { segments: 36 },
      );
      k.spot('inside', [0, 0.01, 0], r, r, h);
    },
  },
];
