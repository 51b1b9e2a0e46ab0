const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an XML 1.0 attribute in double quotes, and removes the characters that XML cannot contain. */
export function escapeXml(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what XML 1.0 (2.2) forbids
  const allowed = text.toWellFormed().replace(/[\u0000-\u001f\u007f\ufffe\uffff]+/g, ' ');
  return allowed.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
