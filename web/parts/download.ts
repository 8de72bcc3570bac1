/** A cell that a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r]/
const special = /[",\r\n]/

/** Rows as CSV (RFC 4180), the header first. A leading quote turns a cell that looks like a formula into text. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => quoted(formula.test(cell) ? `'${cell}` : cell)).join(','))
    .join('\r\n')
    .concat('\r\n')

const quoted = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Downloads a text as a file. The byte order mark in front identifies it to spreadsheets as UTF-8. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
