import type { Discount } from '#client/index.ts'
import { useNow } from '#web/ui/text/now.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'
import { stateOf } from './words.ts'

const statuses: StatusTable<ReturnType<typeof stateOf>> = {
  active: { tone: 'good', word: () => t('active'), meaning: () => t('meanings.active') },
  scheduled: { tone: 'neutral', word: () => t('scheduled'), meaning: () => t('meanings.scheduled') },
  ended: { tone: 'ended', word: () => t('ended'), meaning: () => t('meanings.ended') },
  usedUp: { tone: 'ended', word: () => t('usedUp'), meaning: () => t('meanings.usedUp') },
}

/** Whether a discount can be redeemed, for rows. */
export const DiscountStatus = ({ discount }: { discount: Discount }) => <StatusRow status={statuses[stateOf(discount, useNow())]} />

/** Whether a discount can be redeemed, beside a title. */
export const DiscountPill = ({ discount }: { discount: Discount }) => <StatusTitle status={statuses[stateOf(discount, useNow())]} />
