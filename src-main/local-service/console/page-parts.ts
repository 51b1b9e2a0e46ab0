/** A table that scrolls where the window is narrow; a column without a name has buttons. */
export function table(id: string, label: string, columns: readonly (string | null)[]): string {
  const heads = columns.map((column) => `<th scope="col">${column ?? '<span class="unseen">Actions</span>'}</th>`);
  return `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${heads.join('')}</tr></thead><tbody id="${id}"></tbody></table></div>`;
}

/** A field with its label. */
export function addLabel(id: string, label: string, attributes: string): string {
  return `<span class="field"><label for="${id}">${label}</label><input id="${id}" ${attributes}></span>`;
}
