/** Words of import settings by their English ones; what is not here is shown as it is, as `Lambert` and `Y`. */
export const IMPORT_TEXTS_ZH: Readonly<Record<string, string>> = {
  'Preferred formats': '首选格式',
  'Formats to import first, in this order, if an asset contains several. Leave empty to use the best order for the program.':
    '资产包含多种格式时，按此顺序优先导入。留空则使用最适合该程序的顺序。',
  Scale: '缩放',
  'Scale factor for imported models. 1 keeps the original size.': '导入模型的缩放系数。1 表示保持原始尺寸。',
  'STL unit': 'STL 单位',
  'Unit of STL files without a manifest. The format does not store one.':
    '没有清单的 STL 文件的单位。该格式不保存单位。',
  Millimeters: '毫米',
  Centimeters: '厘米',
  Inches: '英寸',
  Meters: '米',
  'OBJ and STL up axis': 'OBJ 和 STL 向上轴',
  'Up axis of files without a manifest. Neither format stores one.': '没有清单的文件的向上轴。这两种格式都不保存轴向。',
  'Default (OBJ: Y, STL: Z)': '默认（OBJ：Y，STL：Z）',
  'OBJ up axis': 'OBJ 向上轴',
  'Default (Y)': '默认（Y）',
  Materials: '材质',
  'Import materials and textures. Turn off to import geometry only.': '导入材质和贴图。关闭则只导入几何体。',
  Folder: '文件夹',
  'Each model is imported into its own subfolder. Models already imported are not moved.':
    '每个模型导入到单独的子文件夹。已导入的模型不会移动。',
  Collection: '集合',
  'Parent collection for imported models, created if missing. Leave empty to use the scene collection.':
    '导入模型的父集合，不存在时会创建。留空则使用场景集合。',
  'Collection per model': '每个模型一个集合',
  'Create a new collection, named after the model, for every import.': '每次导入时创建以模型命名的新集合。',
  'Frame imported models': '框显导入的模型',
  'Frame new models in the 3D Viewport after import.': '导入后在 3D 视图中框显新模型。',
  'USD materials': 'USD 材质',
  'Maya material type for materials from USD files.': 'USD 文件的材质在 Maya 中转换成的类型。',
  'Keep USD materials': '保持 USD 材质',
};
