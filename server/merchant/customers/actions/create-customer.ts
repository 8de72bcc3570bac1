import { newId } from '#kernel/id.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { type CustomerDraft, create } from '../changes.ts'
import type { customerEvents } from '../events.ts'
import type { Customer } from '../model.ts'
import { insertDraftedCustomer } from '../store.ts'
import { toCustomerWire } from '../wire.ts'

/** A new customer and its organization. */
export interface CreateCustomerInput {
  readonly organizationId: string
  readonly draft: CustomerDraft
}

/** Creates a customer for its merchant, within the limit (rule S1; 422 at the field of a problem). */
export async function createCustomer(tx: Tx, by: AuditContext, { organizationId, draft }: CreateCustomerInput): Promise<Customer> {
  const now = by.platform.clock.now({ organizationId })
  const { next, events } = create(draft, { id: newId(now), organizationId, now })
  await insertDraftedCustomer(tx, by.platform, next)
  await publishCustomer(tx, by, { customer: next, events, now })
  return next
}

/** A customer that its merchant changed, and the events that follow. */
export interface CustomerChange {
  readonly customer: Customer
  readonly events: readonly (keyof typeof customerEvents)[]
  /** What it was before its personal data was erased: receivers know it by the external id. */
  readonly former?: Pick<Customer, 'email' | 'externalId'>
  readonly now: Date
}

/** Emits the events of a change that a merchant made, and audits it. The audit log names the customer by its id alone: it may be erased. */
export async function publishCustomer(tx: Tx, by: AuditContext, { customer, events, former, now }: CustomerChange): Promise<void> {
  const { organizationId, id } = customer
  const payload = toCustomerWire({ ...customer, ...(former && { externalId: former.externalId }) }, by.platform.settings.BASE_URL)
  for (const name of events) {
    const whole = name === 'customer.anonymized' ? { ...payload, former_email: former?.email } : payload
    await emit(tx, by.platform, { name, organizationId, resourceId: id, payload: whole, now })
    await recordAudit(tx, by, { action: name, organizationId, target: { type: 'customer', id }, details: {} })
  }
}
