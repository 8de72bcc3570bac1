// The records of a CSV file (RFC 4180) in its bytes. Pure.
/** The bytes of one record at most. A quote that is not closed within them is a fault of its line. */
export const RECORD_BYTES = 16 * 1024

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const LINE_FEED = 10
const RETURN = 13
const QUOTE = 34

/** Where the first record begins: spreadsheets write a byte order mark before it. */
export function startOfRecords(bytes: Buffer): number {
  return BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0
}

/** One record: a line, or several where a quoted cell contains line breaks. */
export interface CsvRecord {
  readonly cells: readonly string[]
  /** Why it cannot be read, as a sentence; its cells are then those that were recognized. */
  readonly fault: string | undefined
  /** Where the next record begins, as an index of the bytes. */
  readonly end: number
  /** The line breaks in it, that at its end included. */
  readonly lineBreaks: number
}

/** The format in which bytes are read. */
export interface RecordFormat {
  readonly separator: string
  /** Whether nothing follows the bytes. */
  readonly isLast: boolean
}

/**
 * The record that begins at `from`; undefined where the bytes do not contain its end. A line without its closing quote is a record of its
 * own, so that the lines below it are read.
 */
export function nextRecord(bytes: Buffer, from: number, { separator, isLast }: RecordFormat): CsvRecord | undefined {
  const comma = separator.charCodeAt(0)
  const cells: Buffer[] = []
  let mode: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let cellStart = from
  let lineBreaks = 0
  let fault: string | undefined
  const close = (end: number, next: number): CsvRecord => {
    cells.push(bytes.subarray(cellStart, end))
    return recordOf(cells, { fault, end: next, lineBreaks: lineBreaks + (next > end ? 1 : 0) })
  }
  for (let at = from; at < bytes.length; at += 1) {
    if (at - from >= RECORD_BYTES) return brokenLine(bytes, from, 'A quote is not closed, or the line is too long.')
    const byte = bytes[at]
    if (mode === 'quoted') {
      if (byte === QUOTE) mode = 'closed'
      else if (byte === LINE_FEED) lineBreaks += 1
    } else if (byte === LINE_FEED) return close(bytes[at - 1] === RETURN && at > cellStart ? at - 1 : at, at + 1)
    else if (byte === comma) {
      cells.push(bytes.subarray(cellStart, at))
      cellStart = at + 1
      mode = 'start'
    } else if (byte === QUOTE && mode !== 'plain') mode = 'quoted'
    else if (mode === 'closed' && byte !== RETURN) {
      fault = 'Text follows a closing quote. A quote within a quoted cell is written twice.'
      mode = 'plain'
    } else if (mode === 'start') mode = 'plain'
  }
  if (!isLast) return undefined
  if (mode === 'quoted') return brokenLine(bytes, from, 'A quote is not closed.')
  return close(bytes.length, bytes.length)
}

// The line alone, as one cell.
function brokenLine(bytes: Buffer, from: number, fault: string): CsvRecord {
  const feed = bytes.indexOf(LINE_FEED, from)
  const [end, next] = feed < 0 ? [bytes.length, bytes.length] : [feed, feed + 1]
  return recordOf([bytes.subarray(from, end)], { fault, end: next, lineBreaks: next - end })
}

function recordOf(cells: readonly Buffer[], record: Omit<CsvRecord, 'cells'>): CsvRecord {
  // The encoding of an old spreadsheet: shown so, the report can be mended and sent again.
  const texts = textsOf(cells)
  if (!texts) {
    const fault = 'The line is not UTF-8. Save the file as “CSV UTF-8”.'
    return { ...record, fault, cells: cells.map((cell) => storable(unquoted(cell.toString('latin1')))) }
  }
  const holdsNul = texts.some((text) => text.includes('\0'))
  const fault = record.fault ?? (holdsNul ? 'The line contains a character that cannot be stored.' : undefined)
  return { ...record, fault, cells: holdsNul ? texts.map(storable) : texts }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Undefined where the cells are not UTF-8.
function textsOf(cells: readonly Buffer[]): string[] | undefined {
  try {
    return cells.map((cell) => unquoted(utf8.decode(cell)))
  } catch {
    return undefined
  }
}

function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

function unquoted(cell: string): string {
  return cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

/** Whether a record contains nothing, as the lines that spreadsheets leave below a table. */
export function isBlank({ cells, fault }: Pick<CsvRecord, 'cells' | 'fault'>): boolean {
  return fault === undefined && cells.every((cell) => cell.trim() === '')
}
