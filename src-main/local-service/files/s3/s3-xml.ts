/** An object of a listing. */
export interface ListedObject {
  readonly key: string;
  /** Epoch ms. */
  readonly modifiedAt: number;
}

/** Code and reason of an error response; a response without any has the code `unknown`. */
export function readProblem(xml: string): { code: string; reason: string } {
  return { code: readElement(xml, 'Code') ?? 'unknown', reason: readElement(xml, 'Message') ?? '' };
}

/** A page of a listing (ListObjectsV2) of keys without special characters. */
export function readListing(xml: string): { objects: ListedObject[]; isLast: boolean } {
  const objects = readElements(xml, 'Contents').map((object) => ({
    key: readElement(object, 'Key') ?? '',
    modifiedAt: Date.parse(readElement(object, 'LastModified') ?? ''),
  }));
  return { objects, isLast: readElement(xml, 'IsTruncated') !== 'true' };
}

/** A life-cycle configuration with one rule: objects below a prefix are deleted after some days. */
export function writeLifecycle(id: string, prefix: string, days: number): string {
  return (
    '<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Rule>' +
    `<ID>${id}</ID><Filter><Prefix>${prefix}</Prefix></Filter><Status>Enabled</Status>` +
    `<Expiration><Days>${days}</Days></Expiration></Rule></LifecycleConfiguration>`
  );
}

/** The ids of the rules of a life-cycle configuration; a rule without an id has an empty one. */
export function readRuleIds(xml: string): string[] {
  return readElements(xml, 'Rule').map((rule) => readElement(rule, 'ID') ?? '');
}

/** The contents of all elements of a name, which have no attributes. */
function readElements(xml: string, name: string): string[] {
  const parts = xml.split(`<${name}>`).slice(1);
  return parts.map((part) => part.split(`</${name}>`, 1)[0] ?? '');
}

function readElement(xml: string, name: string): string | null {
  return readElements(xml, name)[0] ?? null;
}
