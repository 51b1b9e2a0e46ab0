/** The section of a version in a changelog in the format of Keep a Changelog; null if it has none, or an empty one. */
export function cutReleaseNotes(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => {
    const [name = ''] = text.split('\n');
    return name.replace(/^\[|\].*$/g, '').split(' ')[0] === version;
  });
  const notes = section?.slice(section.indexOf('\n')).trim() ?? '';
  return notes === '' ? null : `${notes}\n`;
}
