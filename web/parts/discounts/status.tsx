import type { Discount } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

const statuses: StatusTable<Discount['status']> = {
  active: { tone: 'good', word: () => t('states.active'), meaning: () => t('meanings.active') },
  scheduled: { tone: 'neutral', word: () => t('states.scheduled'), meaning: () => t('meanings.scheduled') },
  ended: { tone: 'ended', word: () => t('states.ended'), meaning: () => t('meanings.ended') },
  used_up: { tone: 'ended', word: () => t('states.used_up'), meaning: () => t('meanings.used_up') },
}

/** Whether a discount can be redeemed, for rows. */
export const DiscountStatus = ({ discount }: { discount: Discount }) => <StatusRow status={statuses[discount.status]} />

/** Whether a discount can be redeemed, beside a title. */
export const DiscountPill = ({ discount }: { discount: Discount }) => <StatusTitle status={statuses[discount.status]} />
