/** What a cell may hold. */
export type Cell = string | number | boolean | null

// Spreadsheets take what begins so for a formula: some in full width too, some after spaces, a tab or a line break.
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * A line of a table as RFC 4180 has it, with its line end. A text that a spreadsheet would take for a formula gets an apostrophe in
 * front, whoever wrote it; numbers stay numbers.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
