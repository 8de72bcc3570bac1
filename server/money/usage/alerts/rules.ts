import { orUnchanged } from '#kernel/changes/unchanged.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { UsageAlert, UsageAlertTrigger, WindowUsage } from './model.ts'

/** Emails about one alert that the owners of an organization get within an hour: an alert may be about each of many customers. */
export const OWNER_EMAILS_PER_HOUR = 20

/** A new alert, as requested. */
export interface UsageAlertDraft {
  readonly name: string
  readonly meterId: string
  /** Null: each customer. */
  readonly customerId: string | null
  /** Units of the meter. */
  readonly threshold: number
  readonly notifyMerchantEmail: boolean
  readonly notifyCustomerEmail: boolean
  readonly isEnabled: boolean
  readonly metadata: Metadata
}

/** The changes. An omitted or null field stays. */
export interface UsageAlertChanges {
  readonly name?: string | null | undefined
  readonly threshold?: number | null | undefined
  readonly notifyMerchantEmail?: boolean | null | undefined
  readonly notifyCustomerEmail?: boolean | null | undefined
  readonly isEnabled?: boolean | null | undefined
  readonly metadata?: Metadata | null | undefined
}

/** The context of a draft, and whether the organization has what it names. */
export interface DraftContext {
  /** Whether it has the meter, and has not archived it. */
  readonly hasMeter: boolean
  /** Whether it has the customer; true where the draft names none. */
  readonly hasCustomer: boolean
  readonly id: string
  readonly organizationId: string
  readonly now: Date
}

/** Creates an alert. Reports all problems at once (422). */
export function create(draft: UsageAlertDraft, context: DraftContext): UsageAlert {
  const { hasMeter, hasCustomer, id, organizationId, now } = context
  refuseProblems([
    ...(hasMeter ? [] : [valueProblem(['body', 'meter_id'], 'There is no such meter.')]),
    ...(hasCustomer ? [] : [valueProblem(['body', 'customer_id'], 'There is no customer with this id.')]),
  ])
  return { ...draft, id, organizationId, createdAt: now, modifiedAt: null, deletedAt: null }
}

/** Updates an alert. */
export function update(alert: UsageAlert, changes: UsageAlertChanges, now: Date): UsageAlert {
  return orUnchanged(alert, {
    ...alert,
    name: changes.name ?? alert.name,
    threshold: changes.threshold ?? alert.threshold,
    notifyMerchantEmail: changes.notifyMerchantEmail ?? alert.notifyMerchantEmail,
    notifyCustomerEmail: changes.notifyCustomerEmail ?? alert.notifyCustomerEmail,
    isEnabled: changes.isEnabled ?? alert.isEnabled,
    metadata: changes.metadata ?? alert.metadata,
    modifiedAt: now,
  })
}

/** Deletes an alert: it no longer triggers. */
export function remove(alert: UsageAlert, now: Date): UsageAlert {
  return { ...alert, deletedAt: now, modifiedAt: now }
}

/** Whether ingestions have to notice other quantities than before. */
export function isWatchedOtherwise(alert: UsageAlert, next: UsageAlert): boolean {
  return alert.isEnabled !== next.isEnabled || (next.isEnabled && alert.threshold !== next.threshold)
}

/** Whether usage that was below the threshold, or was not looked at, may now be above it. */
export function reachesFurther(alert: UsageAlert, next: UsageAlert): boolean {
  return next.isEnabled && (!alert.isEnabled || next.threshold < alert.threshold)
}

/** The trigger of an alert by the usage of a customer, at `now`. */
export function trigger(
  alert: UsageAlert,
  usage: WindowUsage,
  { id, now }: { readonly id: string; readonly now: Date },
): UsageAlertTrigger {
  const { organizationId, id: alertId, meterId, threshold } = alert
  return { ...usage, id, organizationId, alertId, meterId, threshold, triggeredAt: now }
}

/** The recipients of an email about a trigger, where `earlier` triggers of its alert were in the same hour. */
export function recipientsOf(
  { notifyMerchantEmail, notifyCustomerEmail }: Pick<UsageAlert, 'notifyMerchantEmail' | 'notifyCustomerEmail'>,
  earlier: number,
): { readonly isForOwners: boolean; readonly isForCustomer: boolean } {
  return { isForOwners: notifyMerchantEmail && earlier < OWNER_EMAILS_PER_HOUR, isForCustomer: notifyCustomerEmail }
}
