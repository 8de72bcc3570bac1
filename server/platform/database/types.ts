import pg from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond what can be counted exactly.`)
  return value
}

/** How values come back: int8 as a number that is exact or refused, a date as its text (a `Date` would take on a time zone). */
export const numberTypes = new pg.TypeOverrides()
numberTypes.setTypeParser(INT8, safeInteger)
numberTypes.setTypeParser(DATE, (text: string) => text)
const textArray = pg.types.getTypeParser(1009 as never) as (text: string) => string[]
numberTypes.setTypeParser(INT8_ARRAY as never, (text: string) => textArray(text).map(safeInteger))
