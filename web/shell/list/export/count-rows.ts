/** The format of an export. */
export type ExportFormat = 'csv' | 'json'

/**
 * Counts the rows of an export as its pieces come: the lines after the first one, of CSV without the line breaks within quotes. Returns
 * the count so far.
 */
export function rowCounter(format: ExportFormat): (piece: string) => number {
  let lines = 0
  let isQuoted = false
  return (piece) => {
    for (const character of piece) {
      if (character === '"' && format === 'csv') isQuoted = !isQuoted
      else if (character === '\n' && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}
