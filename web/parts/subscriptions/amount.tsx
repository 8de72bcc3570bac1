import type { Subscription } from '#client/index.ts'
import { cx } from '#web/ui/cx.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { amountText } from './course.ts'

/** The price of a subscription for each interval: `€29.00 / month`. */
export const SubscriptionAmount = ({ subscription, wraps = false }: { subscription: Subscription; wraps?: boolean }) => (
  <span className={cx('tabular-nums', !wraps && 'whitespace-nowrap')}>{amountText(subscription, useLanguage().locale)}</span>
)
