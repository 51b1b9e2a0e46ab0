/** True for an http or https address without a path, such as `https://s3.example.org`. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && href === `${origin}/`;
}
