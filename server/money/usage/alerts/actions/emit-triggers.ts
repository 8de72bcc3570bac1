import type { Meter } from '#merchant/catalogue/meters/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { type DomainEvent, emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { UsageAlert, UsageAlertTrigger } from '../model.ts'
import { recipientsOf } from '../rules.ts'
import { toFullTriggerWire } from '../wire.ts'

/** A trigger with its alert and its customer. */
export interface EmittedTrigger {
  readonly trigger: UsageAlertTrigger
  readonly alert: UsageAlert
  readonly customer: Customer
}

/** New triggers of one meter. */
export interface EmitTriggersInput {
  readonly meter: Meter
  readonly triggers: readonly EmittedTrigger[]
  /** The number of times that alerts have triggered within the hour before, by their ids. */
  readonly earlier: ReadonlyMap<string, number>
  /** The languages of customers, where they are known, by their ids. */
  readonly languages: ReadonlyMap<string, string>
}

/** Emits that alerts have triggered, and for each what its emails say, in the transaction that has inserted the triggers. */
export async function emitTriggers(tx: Tx, platform: Platform, { meter, triggers, earlier, languages }: EmitTriggersInput): Promise<void> {
  const counts = new Map(earlier)
  const events = triggers.flatMap(({ trigger, alert, customer }): readonly TriggerEvent[] => {
    const count = counts.get(alert.id) ?? 0
    counts.set(alert.id, count + 1)
    const { organizationId } = trigger
    const about = { organizationId, resourceId: alert.id, now: trigger.triggeredAt }
    const payload = toFullTriggerWire({ trigger, alert, customer, meter }, platform.settings.BASE_URL)
    const { isForOwners, isForCustomer } = recipientsOf(alert, count)
    const notice = { ...noticeOf({ trigger, alert, customer }, meter), locale: languages.get(customer.id) ?? null }
    return [
      { name: 'usage_alert.triggered', ...about, payload },
      ...(isForOwners || isForCustomer
        ? [
            {
              name: 'usage_alert.announced' as const,
              ...about,
              payload: { ...notice, is_for_owners: isForOwners, is_for_customer: isForCustomer },
            },
          ]
        : []),
    ]
  })
  await emitAll(tx, platform, events as readonly DomainEvent[])
}

type TriggerEvent = DomainEvent<'usage_alert.triggered'> | DomainEvent<'usage_alert.announced'>

function noticeOf({ trigger, alert, customer }: EmittedTrigger, meter: Meter) {
  return {
    organization_id: trigger.organizationId,
    trigger_id: trigger.id,
    alert_name: alert.name,
    meter_name: meter.name,
    customer_id: customer.id,
    customer_name: customer.name,
    customer_email: customer.email,
    threshold: trigger.threshold,
    consumed_units: trigger.consumed,
    triggered_at: trigger.triggeredAt.toISOString(),
  }
}
