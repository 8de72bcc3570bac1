// The texts that customers read about a subscription, an order and its times.
import { longDayText, mediumDayText } from '#web/ui/text/moment.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import type { StatusTone } from '#web/ui/text/status.tsx'
import type { Order, Subscription } from './api.ts'
import { tPurchase } from './purchase-messages.ts'

/** A status: its tone and its word. */
export interface ShownStatus {
  readonly tone: StatusTone
  readonly word: string
}

const subscriptionTones = {
  incomplete: 'info',
  incomplete_expired: 'ended',
  trialing: 'info',
  active: 'good',
  ending: 'warn',
  past_due: 'bad',
  canceled: 'ended',
  unpaid: 'bad',
} as const satisfies Record<Subscription['status'] | 'ending', StatusTone>

/** Whether the customer has what was sold. */
export const isActive = ({ status }: Pick<Subscription, 'status'>): boolean => status === 'active' || status === 'trialing'

/** Whether it has ended and stays so. */
export const hasEnded = ({ status }: Pick<Subscription, 'status'>): boolean => status === 'canceled' || status === 'incomplete_expired'

/** The status of a subscription; one that ends with its period has a word of its own. */
export function subscriptionStatus(one: Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>): ShownStatus {
  const status = isActive(one) && one.cancelAtPeriodEnd ? 'ending' : one.status
  return { tone: subscriptionTones[status], word: tPurchase(`status.${status}`) }
}

const orderTones = { pending: 'info', paid: 'good', refunded: 'ended', partially_refunded: 'neutral' } as const

export const orderStatus = ({ status }: Pick<Order, 'status'>): ShownStatus => ({
  tone: orderTones[status],
  word: tPurchase(`orderStatus.${status}`),
})

/** A day in words in the zone of the reader, such as `8 December 2026`. `at` is ISO 8601. */
export const dateText = (at: string, locale: string): string => new Date(at).toLocaleDateString(locale, { dateStyle: 'long' })

/** The same in short, for rows. */
export const shortDate = (at: string, locale: string): string => unbroken(new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' }))

/** The texts of a page for days of money: in words, and in short for rows, in the zone (IANA) in which they are billed. */
export const daysIn = (timeZone: string, locale: string) => ({
  day: (at: string) => longDayText(locale, at, timeZone),
  shortDay: (at: string) => unbroken(mediumDayText(locale, at, timeZone)),
})

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** The price of each period, before discounts and tax: `€29.00 per month`. */
export const priceText = (
  { amount, currency, recurringInterval }: Pick<Subscription, 'amount' | 'currency' | 'recurringInterval'>,
  locale: string,
): string => tPurchase(recurringInterval, { price: formatMoney(locale, amount, currency) })

/** The sentence about what happens next. */
export function nextText(one: Subscription, locale: string): string {
  const { day } = daysIn(one.billingTimezone, locale)
  const date = day(one.currentPeriodEnd)
  switch (one.status) {
    case 'trialing':
      return one.cancelAtPeriodEnd
        ? tPurchase('next.trialOver', { date })
        : tPurchase('next.trial', { date, price: priceText(one, locale) })
    case 'active':
      return one.cancelAtPeriodEnd ? tPurchase('next.ends', { date }) : tPurchase('next.renews', { date, price: priceText(one, locale) })
    case 'past_due':
      return one.nextPaymentAttemptAt === null
        ? tPurchase('next.overdue')
        : tPurchase('next.attempt', { date: day(one.nextPaymentAttemptAt) })
    case 'unpaid':
      return tPurchase('next.unpaid')
    case 'canceled':
    case 'incomplete_expired':
      return tPurchase('next.ended', { date: day(one.endedAt ?? one.modifiedAt ?? one.createdAt) })
    case 'incomplete':
      return tPurchase('next.incomplete')
  }
}
