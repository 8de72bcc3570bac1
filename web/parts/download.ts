import { type Cell, csvLine } from '#kernel/csv.ts'

// Spreadsheets take a file without a byte order mark for the system's own encoding.
const byteOrderMark = '\uFEFF'

/** Downloads rows as a CSV file, the header first. */
export function downloadCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const url = URL.createObjectURL(new Blob([byteOrderMark, ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
