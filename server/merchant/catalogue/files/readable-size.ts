const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
const STEP = 1024

/** A size in bytes for readers, in units of 1024: `512 B`, `1.5 MB`. */
export function readableSize(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / Math.log2(STEP)))
  return power === 0 ? `${bytes} B` : `${(bytes / STEP ** power).toFixed(1)} ${UNITS[power]}`
}
