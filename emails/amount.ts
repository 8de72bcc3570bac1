import { decimalString } from '#kernel/money.ts'

/** An amount (minor units of `currency`) as `language` writes it, with its currency. */
export function amountText(language: string, amount: number, currency: string): string {
  const code = currency.toUpperCase()
  // The exact decimal text goes in, not a float: Intl formats numeric strings without rounding them first.
  return new Intl.NumberFormat(language, { style: 'currency', currency: code }).format(decimalString(amount, currency) as unknown as number)
}

/** A day as `language` writes it, in UTC. */
export function dayText(language: string, at: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

/** An instant as `language` writes it, to the minute, in UTC. */
export function momentText(language: string, at: Date): string {
  return `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
}
