/** Words of import settings by their English ones; what is not here is shown as it is, as `Lambert` and `Y`. */
export const IMPORT_WORDS_ZH: Readonly<Record<string, string>> = {
  'Formats first': '优先格式',
  'Taken before all others where an asset has them, in this order. None: the order that suits the program best.':
    '资产含有这些格式时，按此顺序优先取用。不选：按最适合该程序的顺序。',
  Scale: '缩放',
  'Factor on the size of what comes in. At 1 a metre stays a metre.': '导入尺寸的倍数。为 1 时一米仍是一米。',
  'Unit of STL': 'STL 的单位',
  'For an STL that comes without a manifest; the format itself names no unit.':
    '用于没有清单的 STL；这种格式本身不含单位。',
  Millimetres: '毫米',
  Centimetres: '厘米',
  Inches: '英寸',
  Metres: '米',
  'Up axis of OBJ and STL': 'OBJ 和 STL 的向上轴',
  'For a file that comes without a manifest; neither format names its axes.':
    '用于没有清单的文件；这两种格式都不含轴向。',
  'As usual: OBJ Y, STL Z': '默认：OBJ 为 Y，STL 为 Z',
  'Up axis of OBJ': 'OBJ 的向上轴',
  'As usual: Y': '默认：Y',
  Materials: '材质',
  'Off: shapes only, without materials and textures.': '关闭：只有形状，没有材质和贴图。',
  Folder: '文件夹',
  'Each model gets a folder of its own below it. What was imported before stays where it is.':
    '每个模型在其中有自己的文件夹。以前导入的留在原处。',
  Collection: '集合',
  'What comes in lies in this collection, which is made where there is none. Empty: in that of the scene.':
    '导入的内容放进这个集合，没有则创建。留空：放进场景集合。',
  'A collection for each model': '每个模型一个集合',
  'Named after the model.': '以模型命名。',
  'Show what comes in': '显示导入的内容',
  'The 3D view moves to each new model.': '3D 视图移到每个新模型。',
  'Materials from USD': '来自 USD 的材质',
  'What Maya makes of the materials of a USD file.': 'Maya 把 USD 文件的材质转成什么。',
  'As USD has them': '保持 USD 原样',
};
