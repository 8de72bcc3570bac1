// The next steps of a subscription, in words. The server decides by the same fields; nothing here compares with a clock.
import type { Subscription } from '#client/index.ts'
import { perInterval } from '#web/parts/products/price-labels.ts'
import { t as priceText } from '#web/parts/products/price-messages.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'

const dayMs = 86_400_000

type AmountFields = Pick<Subscription, 'amount' | 'currency' | 'recurringInterval' | 'prices'>
type CourseFields = AmountFields &
  Pick<
    Subscription,
    | 'status'
    | 'cancelAtPeriodEnd'
    | 'currentPeriodEnd'
    | 'endedAt'
    | 'modifiedAt'
    | 'createdAt'
    | 'pastDueAt'
    | 'nextPaymentAttemptAt'
    | 'collectionEndsAt'
    | 'isHeld'
  >

/** The form in which texts name days, and the rules of the merchant for overdue payments; without rules nothing is said about them. */
export interface CourseOptions {
  readonly locale: string
  readonly day: (at: string | Date) => string
  readonly rules?: { readonly graceDays: number; readonly final: 'canceled' | 'unpaid' } | undefined
}

/** The price for each interval, before discount and tax: `€29.00 / month + usage`. */
export function amountText({ amount, currency, recurringInterval, prices }: AmountFields, locale: string): string {
  const price = perInterval(formatMoney(locale, amount, currency), recurringInterval)
  return prices.some(({ amountType }) => amountType === 'metered_unit') ? priceText('withUsage', { price }) : price
}

/** The next date of a subscription, and what it is about; null where nothing happens by itself. */
export function nextDate(
  one: CourseFields,
): { readonly kind: 'renews' | 'trialEnd' | 'ends' | 'ended' | 'attempt'; readonly at: string } | null {
  if (one.status === 'canceled') return { kind: 'ended', at: endOf(one) }
  if (one.status === 'past_due') return one.nextPaymentAttemptAt === null ? null : { kind: 'attempt', at: one.nextPaymentAttemptAt }
  if (one.status !== 'trialing' && one.status !== 'active') return null
  if (one.isHeld && !one.cancelAtPeriodEnd) return null
  const kind = one.cancelAtPeriodEnd ? 'ends' : one.status === 'trialing' ? 'trialEnd' : 'renews'
  return { kind, at: one.currentPeriodEnd }
}

/** The next steps, as sentences. */
export function courseOf(one: CourseFields, options: CourseOptions): readonly string[] {
  const { locale, day } = options
  const date = day(one.currentPeriodEnd)
  const amount = amountText(one, locale)
  switch (one.status) {
    case 'trialing':
      return [one.cancelAtPeriodEnd ? t('course.trialOver', { date }) : t('course.trial', { date, amount })]
    case 'active':
      if (one.cancelAtPeriodEnd) return [t('course.ends', { date })]
      return [one.isHeld ? t('course.held', { date }) : t('course.renews', { date, amount })]
    case 'past_due':
      return overdueCourse(one, options)
    case 'unpaid':
      return [t('course.unpaid')]
    case 'canceled':
      return [t('course.ended', { date: day(endOf(one)) })]
    case 'incomplete':
      return [t('course.incomplete')]
    case 'incomplete_expired':
      return [t('course.expired')]
  }
}

function overdueCourse(one: CourseFields, { day, rules }: CourseOptions): readonly string[] {
  const { nextPaymentAttemptAt, pastDueAt, collectionEndsAt } = one
  return [
    nextPaymentAttemptAt === null ? t('course.noAttempt') : t('course.attempt', { date: day(nextPaymentAttemptAt) }),
    ...(pastDueAt === null || rules === undefined
      ? []
      : [t('course.access', { date: day(new Date(new Date(pastDueAt).getTime() + rules.graceDays * dayMs)) })]),
    ...(collectionEndsAt === null
      ? []
      : [t(rules?.final === 'unpaid' ? 'course.collectionUnpaid' : 'course.collection', { date: day(collectionEndsAt) })]),
  ]
}

const endOf = ({ endedAt, modifiedAt, createdAt }: CourseFields) => endedAt ?? modifiedAt ?? createdAt
