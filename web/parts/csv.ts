/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/
const special = /[",\r\n]/

/** Rows as CSV (RFC 4180), the first one the heads. What a spreadsheet would run as a formula is made text by a quote in front. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => quoted(formula.test(cell) ? `'${cell}` : cell)).join(','))
    .join('\r\n')
    .concat('\r\n')

const quoted = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Hands a text to the browser as a file to keep. The mark in front tells spreadsheets that it is UTF-8. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
