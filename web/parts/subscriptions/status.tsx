import type { Subscription } from '#client/index.ts'
import { StatusRow, type StatusTable, StatusTitle } from '#web/ui/text/status-table.tsx'
import { t } from './messages.ts'

/** A status as the dashboard shows it: one that ends with its period has a word of its own. */
type ShownStatus = Subscription['status'] | 'ending'

const statuses: StatusTable<ShownStatus> = {
  incomplete: { tone: 'info', word: () => t('states.incomplete'), meaning: () => t('meanings.incomplete') },
  incomplete_expired: { tone: 'ended', word: () => t('states.incomplete_expired'), meaning: () => t('meanings.incomplete_expired') },
  trialing: { tone: 'info', word: () => t('states.trialing'), meaning: () => t('meanings.trialing') },
  active: { tone: 'good', word: () => t('states.active'), meaning: () => t('meanings.active') },
  ending: { tone: 'warn', word: () => t('states.ending'), meaning: () => t('meanings.ending') },
  past_due: { tone: 'bad', word: () => t('states.past_due'), meaning: () => t('meanings.past_due') },
  canceled: { tone: 'ended', word: () => t('states.canceled'), meaning: () => t('meanings.canceled') },
  unpaid: { tone: 'bad', word: () => t('states.unpaid'), meaning: () => t('meanings.unpaid') },
}

type StatusFields = Pick<Subscription, 'status' | 'cancelAtPeriodEnd'>

/** Whether it has what was sold: in a trial or paid. */
export const isActive = ({ status }: Pick<Subscription, 'status'>): boolean => status === 'trialing' || status === 'active'

const shownOf = (subscription: StatusFields): ShownStatus =>
  isActive(subscription) && subscription.cancelAtPeriodEnd ? 'ending' : subscription.status

/** The status of a subscription, for rows. */
export const SubscriptionStatus = ({ subscription }: { subscription: StatusFields }) => (
  <StatusRow status={statuses[shownOf(subscription)]} />
)

/** The status of a subscription, beside a title. */
export const SubscriptionPill = ({ subscription }: { subscription: StatusFields }) => (
  <StatusTitle status={statuses[shownOf(subscription)]} />
)
