/** The value of a cell. */
export type Cell = string | number | boolean | null

/** The columns of a table by their headings: each cell is made from an item. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => Cell>>

// Spreadsheets read a formula in text that begins like this: some also in full width, some after spaces, a tab or a line break.
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * A line of a table in RFC 4180 format, including the line end. Any text that a spreadsheet would read as a formula is prefixed with
 * an apostrophe; numbers stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** The text of a cell that `csvLine` has written: without the apostrophe before what a spreadsheet would read as a formula. */
export function withoutFormulaGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
