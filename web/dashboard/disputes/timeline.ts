import type { Dispute } from '#client/index.ts'
import { t } from '#web/parts/disputes/messages.ts'
import { reasonOf } from '#web/parts/disputes/reason.ts'
import type { HistoryEntry } from '#web/shell/detail/history.ts'
import { CheckIcon, EnvelopeIcon, WarningIcon } from '#web/ui/icons/index.ts'
import { formatMoney } from '#web/ui/text/money.ts'

/** The course of a dispute. */
export function timelineOf(dispute: Dispute, locale: string): readonly HistoryEntry[] {
  const { id, status, createdAt, modifiedAt } = dispute
  const opened: HistoryEntry = {
    id: `${id}:opened`,
    kind: 'payment',
    icon: WarningIcon,
    tone: 'bad',
    title: t('timeline.opened', { amount: formatMoney(locale, dispute.totalAmount, dispute.currency) }),
    text: reasonOf(dispute),
    at: createdAt,
  }
  const about = { id: `${id}:${status}`, kind: 'payment', at: modifiedAt ?? createdAt } as const
  if (status === 'won') return [{ ...about, icon: CheckIcon, tone: 'good', title: t('timeline.won') }, opened]
  if (status === 'lost') return [{ ...about, icon: WarningIcon, tone: 'bad', title: t('timeline.lost') }, opened]
  if (status === 'under_review') return [{ ...about, icon: EnvelopeIcon, title: t('timeline.under_review') }, opened]
  return [opened]
}
