/**
 * Folder of the feed that new homes check for updates; null: none, until a person enters one. Releases of the workflow are
 * at `https://github.com/OWNER/REPOSITORY/releases/latest/download/`.
 */
export const RELEASE_FEED = null as string | null;
