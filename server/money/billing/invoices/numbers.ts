import { Temporal } from 'temporal-polyfill'
import type { InvoiceSettings } from '#merchant/merchants/model.ts'
import type { InvoiceKind } from './model.ts'

/** Digits of a number at least. */
const DIGITS = 4
/** Crockford's alphabet: no letter is taken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SHORT_LENGTH = 6
const BITS_OF_SIGN = 5n

/** The series that counts the numbers of a document, and what they begin with. */
export interface DocumentSeries {
  readonly series: string
  /** `INV-2026` for `INV-2026-0001`. */
  readonly head: string
}

/** The values that decide the series of a document. */
export interface DocumentSeriesInput {
  readonly kind: InvoiceKind
  readonly settings: InvoiceSettings
  /** Of the day on which it is issued, in the merchant's zone. */
  readonly year: number
  /** Six signs of its customer. */
  readonly customerShort: string
}

/** The series of a document (rule N1): credit notes have their own. A new prefix changes no count. */
export function seriesOf({ kind, settings: { prefix, series, restartsYearly }, year, customerShort }: DocumentSeriesInput): DocumentSeries {
  const parts = [...(series === 'customer' ? [customerShort] : []), ...(restartsYearly ? [String(year)] : [])]
  const name = kind === 'invoice' ? 'invoices' : 'credit_notes'
  return { series: [name, ...parts].join(':'), head: [prefix, ...(kind === 'credit_note' ? ['CN'] : []), ...parts].join('-') }
}

/** A number as it is written: `INV-0001`. The database writes it the same way. */
export function numberText(head: string, number: number): string {
  return `${head}-${String(number).padStart(DIGITS, '0')}`
}

/** Six signs of a customer's id, of its random part. */
export function shortOf(customerId: string): string {
  let rest = BigInt(`0x${customerId.replaceAll('-', '').slice(-8)}`)
  let short = ''
  for (let at = 0; at < SHORT_LENGTH; at++) {
    short += ALPHABET[Number(rest % BigInt(ALPHABET.length))]
    rest >>= BITS_OF_SIGN
  }
  return short
}

/** The year of an instant in a zone. */
export function yearIn(instant: Date, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).year
}
