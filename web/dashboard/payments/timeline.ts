import type { Payment } from '#client/index.ts'
import { cardOf, reasonOf } from '#web/parts/payments/card.ts'
import { t } from '#web/parts/payments/messages.ts'
import type { HistoryEntry } from '#web/shell/detail/history.ts'
import { CardIcon, CheckIcon, ReturnIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { formatMoney } from '#web/ui/text/money.ts'

/** The course of an attempt to pay. */
export function timelineOf(payment: Payment, locale: string): readonly HistoryEntry[] {
  const started: HistoryEntry = {
    id: `${payment.id}:started`,
    kind: 'payment',
    icon: CardIcon,
    title: t('detail.started', { amount: formatMoney(locale, payment.amount, payment.currency) }),
    text: payment.status === 'pending' ? (reasonOf(payment) ?? undefined) : undefined,
    at: payment.createdAt,
  }
  const outcome = outcomeOf(payment, locale)
  return outcome === null ? [started] : [outcome, started]
}

/** The outcome of an attempt; null while it is pending. */
export function outcomeOf(payment: Payment, locale: string): HistoryEntry | null {
  const { id, status, isDuplicate, settledAt, createdAt } = payment
  if (status === 'pending') return null
  const amount = formatMoney(locale, payment.amount, payment.currency)
  const reason = reasonOf(payment)
  const about = { id: `${id}:settled`, kind: 'payment', at: settledAt ?? createdAt } as const
  if (isDuplicate) return { ...about, icon: ReturnIcon, title: t('detail.duplicate', { amount }), text: reason ?? undefined }
  if (status === 'succeeded')
    return { ...about, icon: CheckIcon, tone: 'good', title: t('detail.succeeded', { amount }), text: cardOf(payment) ?? undefined }
  const text = [cardOf(payment), reason].filter((part) => part !== null).join(': ')
  return { ...about, icon: WarningIcon, tone: 'bad', title: t('detail.failed'), text }
}
