import type { Subscription } from '#client/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { amountText } from './course.ts'

/** The price of a subscription for each interval: `€29.00 / month`. */
export const SubscriptionAmount = ({ subscription }: { subscription: Subscription }) => (
  <span className="tabular-nums whitespace-nowrap">{amountText(subscription, useLanguage().locale)}</span>
)
