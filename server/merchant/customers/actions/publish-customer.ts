import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { auditChange } from '#platform/resource/object-audit.ts'
import type { customerEvents } from '../events.ts'
import { type Customer, customerAudit } from '../model.ts'
import { toCustomerWire } from '../wire.ts'

/** A customer that its merchant changed, and the events that follow. */
export interface CustomerChange {
  readonly customer: Customer
  readonly events: readonly (keyof typeof customerEvents)[]
  /** The customer before its personal data was erased: receivers know it by the external id. */
  readonly former?: Pick<Customer, 'email' | 'externalId'>
  readonly now: Date
}

/** Emits the events of a change that a merchant made, and audits each of them. */
export async function publishCustomer(tx: Tx, by: AuditContext, { customer, events, former, now }: CustomerChange): Promise<void> {
  const { organizationId, id } = customer
  const payload = toCustomerWire({ ...customer, ...(former && { externalId: former.externalId }) }, by.platform.settings.BASE_URL)
  for (const name of events) {
    const whole = name === 'customer.anonymized' ? { ...payload, former_email: former?.email } : payload
    await emit(tx, by.platform, { name, organizationId, resourceId: id, payload: whole, now })
    await auditChange(tx, by, { audit: customerAudit, action: name, model: customer })
  }
}
