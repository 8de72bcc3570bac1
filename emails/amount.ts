import { decimalString } from '#kernel/money.ts'
import { currencyFormat } from '#kernel/numbers/currency-format.ts'
import { tagOf } from '#locales/tag.ts'

/** An amount (minor units of `currency`) as `language` writes it, with its currency. */
export function amountText(language: string, amount: number, currency: string): string {
  // The exact decimal text, not a float: Intl formats numeric strings without rounding them first.
  return currencyFormat(tagOf(language), currency).format(decimalString(amount, currency) as unknown as number)
}

/** A day as `language` writes it, in a zone (IANA): for money, the one in which the organization bills, as on its invoices. */
export function dayText(language: string, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeZone }).format(at)
}

/** The period [start, end) as `language` writes it, in a zone: `1 March – 1 April 2027`. */
export function periodText(language: string, { start, end }: { readonly start: Date; readonly end: Date }, timeZone: string): string {
  return new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeZone }).formatRange(start, end)
}

/** An instant as `language` writes it, to the minute, in UTC. */
export function momentText(language: string, at: Date): string {
  return `${timeText(language, at, 'UTC')} UTC`
}

/** An instant as `language` writes it, to the minute, in a zone (IANA), which is not named. */
export function timeText(language: string, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}
