// The file in which an operator enters rates of taxes (rule X5). Pure.
import { present } from '../assert.ts'
import { isPlace } from '../countries.ts'
import { isBlank, nextRecord, startOfRecords } from '../csv/records.ts'
import { lengthOf } from '../text.ts'
import { ppmOfPercent } from './percent.ts'
import { type SourcedRate, type StandardRates, taxAreas } from './rates.ts'

/** The bytes and the rows of a file at most. */
export const RATES_FILE_BYTES = 1024 * 1024
const ROWS_MAXIMUM = 10_000
const NAME_MAXIMUM = 40
const SOURCE_MAXIMUM = 200
/** The characters of a cell that a fault repeats. */
const SHOWN_LENGTH = 40

const COLUMNS = ['place', 'name', 'rate_percent', 'valid_from', 'source'] as const
type Column = (typeof COLUMNS)[number]
type Row = Readonly<Record<Column, string>>

/** A rate of the operator. */
export interface PlacedRate extends SourcedRate {
  /** A country, or a state with its country: `US-NY`. */
  readonly place: string
}

/** The rates of a file; `faults` are ends of sentences about it, each with line and column, and there are no rates unless it is empty. */
export interface ReadRates {
  readonly rates: readonly PlacedRate[]
  readonly faults: readonly string[]
}

/** Reads a CSV file (RFC 4180, UTF-8) with the header `place,name,rate_percent,valid_from,source`. */
export function readRates(bytes: Buffer): ReadRates {
  const format = { separator: ',', isLast: true }
  const header = nextRecord(bytes, startOfRecords(bytes), format)
  if (!header || header.fault !== undefined || cellsOf(header.cells).join() !== COLUMNS.join())
    return { rates: [], faults: [`line 1 must be the header ${COLUMNS.join()}`] }
  const read: RowsSoFar = { rates: [], faults: [], lines: new Map() }
  let line = 1
  for (let record = header; record.end < bytes.length; ) {
    line += record.lineBreaks
    record = present(nextRecord(bytes, record.end, format), 'A record before the end of a file')
    if (record.fault !== undefined) read.faults.push(`line ${line} cannot be read: ${record.fault.replace(/\.$/, '')}`)
    else if (!isBlank(record)) addRow(read, cellsOf(record.cells), line)
    if (read.rates.length > ROWS_MAXIMUM) return { rates: [], faults: [`it must have at most ${ROWS_MAXIMUM} rates`] }
  }
  return { rates: read.faults.length > 0 ? [] : read.rates, faults: read.faults }
}

interface RowsSoFar {
  readonly rates: PlacedRate[]
  readonly faults: string[]
  /** The line of each rate, by its key. */
  readonly lines: Map<string, number>
}

function addRow({ rates, faults, lines }: RowsSoFar, cells: readonly string[], line: number): void {
  const row = readRow(cells)
  if ('faults' in row) {
    faults.push(...row.faults.map((fault) => `line ${line}${fault}`))
    return
  }
  const key = keyOf(row)
  const before = lines.get(key)
  if (before !== undefined) faults.push(`line ${line} repeats place, name and valid_from of line ${before}`)
  lines.set(key, line)
  rates.push(row)
}

const keyOf = ({ place, name, validFrom }: PlacedRate) => JSON.stringify([place, name, validFrom])

// Spreadsheets end each line with as many cells as the longest one has.
function cellsOf(cells: readonly string[]): string[] {
  const trimmed = cells.map((cell) => cell.trim())
  while (trimmed.length > COLUMNS.length && trimmed.at(-1) === '') trimmed.pop()
  return trimmed
}

// The faults follow "line 3".
function readRow(cells: readonly string[]): PlacedRate | { readonly faults: readonly string[] } {
  if (cells.length !== COLUMNS.length) return { faults: [` must have ${COLUMNS.length} cells (it has ${cells.length})`] }
  const [place = '', name = '', percent = '', validFrom = '', source = ''] = cells
  const row = { place: place.toUpperCase(), name, rate_percent: percent, valid_from: validFrom, source }
  const faults = COLUMNS.flatMap((column) => {
    const expected = expectations[column](row[column])
    return expected === undefined ? [] : [`, column ${column}: ${shown(row[column])} must be ${expected}`]
  })
  if (faults.length > 0) return { faults }
  return { place: row.place, name, ratePpm: present(ppmOfPercent(percent), 'A checked percentage'), validFrom, source }
}

const shown = (cell: string) =>
  JSON.stringify(lengthOf(cell) > SHOWN_LENGTH ? `${Array.from(cell).slice(0, SHOWN_LENGTH).join('')}…` : cell)

/** The expected form of a cell; undefined where it has it. */
const expectations: { readonly [C in Column]: (cell: Row[C]) => string | undefined } = {
  place: (place) => {
    if (!isPlace(place))
      return 'a country (ISO 3166-1 alpha-2), or a state of the United States or Canada (ISO 3166-2), such as DE or US-NY'
    return taxAreas[place] && `${taxAreas[place]}, to whose tax area ${place} belongs`
  },
  name: (name) => lineOf(name, NAME_MAXIMUM),
  rate_percent: (percent) =>
    ppmOfPercent(percent) === undefined ? 'a number from 0 to 100 with at most 4 decimal places, such as 19 or 8.875' : undefined,
  valid_from: (day) => (isDay(day) ? undefined : 'a day, such as 2027-01-31'),
  source: (source) => lineOf(source, SOURCE_MAXIMUM),
}

// Names stand on invoices.
function lineOf(cell: string, maximum: number): string | undefined {
  const isLine = cell !== '' && lengthOf(cell) <= maximum && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(cell) && /[^\p{Z}\p{C}]/u.test(cell)
  return isLine ? undefined : `a text of 1 to ${maximum} characters on one line`
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A table with the rates of an operator: one with the place, name and day of another takes its place. */
export function withRates(table: StandardRates, added: readonly PlacedRate[], version: string): StandardRates {
  const places: Record<string, readonly SourcedRate[]> = { ...table.places }
  for (const [place, rates] of Map.groupBy(added, (rate) => rate.place)) {
    const keys = new Set(rates.map(keyOf))
    const stay = (places[place] ?? []).filter((rate) => !keys.has(keyOf({ ...rate, place })))
    const entered = rates.map(({ place: _, ...rate }): SourcedRate => rate)
    places[place] = [...stay, ...entered].toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : a.validFrom > b.validFrom ? 1 : 0))
  }
  return { version, places }
}

/** Taxes of one place that are due together. */
export interface RatesTogether {
  readonly place: string
  /** The first day. */
  readonly day: string
  readonly names: readonly string[]
}

/**
 * Where an operator's rate adds up with the shipped one of its place: mostly because it has another name, and was meant to replace it. Places
 * without shipped rates are left out: there several taxes are usual.
 */
export function ratesTogether(table: StandardRates, shipped: StandardRates): RatesTogether[] {
  return Object.keys(shipped.places).flatMap((place) => {
    const due = new Set<string>()
    for (const [day, started] of Map.groupBy(table.places[place] ?? [], ({ validFrom }) => validFrom)) {
      for (const { name, ratePpm } of started) due[ratePpm > 0 ? 'add' : 'delete'](name)
      if (due.size > 1) return [{ place, day, names: [...due] }]
    }
    return []
  })
}
