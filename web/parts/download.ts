import { type Cell, csvLine } from '#kernel/csv.ts'

/** Spreadsheets take a file without it for the system's own encoding. */
export const byteOrderMark = '\uFEFF'

/** Downloads rows as a CSV file, the header first. */
export function downloadCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  saveBlob(name, new Blob([byteOrderMark, ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' }))
}

/** Saves a file that the page has made. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
