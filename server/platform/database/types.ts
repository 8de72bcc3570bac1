import pg from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const TEXT_ARRAY = 1009
const TIMESTAMPTZ = 1184
/** `2026-03-12 14:20:00.123+00`: a four-digit year, the zone of nearly every server, at most three decimals. */
const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the safe integers.`)
  return value
}

const anyInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date

// A fast path: most rows have several times, and the driver's parser supports every format of PostgreSQL.
function instant(text: string): Date {
  return UTC.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : anyInstant(text)
}

/** The type parsers: int8 becomes an exact number or an error, a date its text (a `Date` would add a time zone). */
export const numberTypes = new pg.TypeOverrides()
numberTypes.setTypeParser(INT8, safeInteger)
numberTypes.setTypeParser(TIMESTAMPTZ, instant)
numberTypes.setTypeParser(DATE, (text: string) => text)

const anyTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => string[]
/** Text in which an array element is more than the characters between two commas. */
const ESCAPED = /["\\\s]|null|^\{.*\{/i

// A fast path: the driver's parser reads each character; names of scopes and events need no unescaping.
function textArray(text: string): string[] {
  if (ESCAPED.test(text) || !text.startsWith('{')) return anyTexts(text)
  return text === '{}' ? [] : text.slice(1, -1).split(',')
}

numberTypes.setTypeParser(TEXT_ARRAY as never, textArray)
numberTypes.setTypeParser(INT8_ARRAY as never, (text: string) => textArray(text).map(safeInteger))
