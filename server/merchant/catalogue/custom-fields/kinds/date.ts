import { z } from 'zod'
import { boundContradiction, boundFault, type FieldKind, shownProperties } from './kind.ts'

const DATE = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/
const MS = 1000

const bound = z.int().optional().meta({ description: 'In seconds since 1970, in UTC.' })

const properties = z.object({ ...shownProperties, ge: bound, le: bound }).meta({ id: 'CustomFieldDateProperties' })

// Seconds since 1970; null where the text is no date.
function secondsOf(value: unknown): number | null {
  const [, day] = typeof value === 'string' ? (DATE.exec(value) ?? []) : []
  // The 31st of a month without one would become the first of the next.
  const midnight = new Date(`${day}T00:00:00Z`)
  if (day === undefined || Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null
  const milliseconds = Date.parse(String(value))
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / MS)
}

/** A day, `2026-05-31`, which begins in UTC; or an instant with its offset. */
export const date: FieldKind<'date', typeof properties> = {
  type: 'date',
  properties,
  contradiction: boundContradiction,
  valueFault: (bounds, value) => {
    const seconds = secondsOf(value)
    return seconds === null ? { msg: 'Input should be a valid date', type: 'date_parsing' } : boundFault(seconds, bounds)
  },
  isAnswer: () => true,
}
