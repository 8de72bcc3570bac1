import type { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { CustomField } from '../model.ts'
import { customFieldRefusals } from '../refusals.ts'
import { update } from '../rules.ts'
import { customFields, isSlugTaken, saveCustomField } from '../store.ts'
import { type customFieldUpdate, toFieldChanges } from '../wire.ts'
import { auditCustomField } from './create-custom-field.ts'

/** The field, looked up in `tenants`, and its changes. */
export interface UpdateCustomFieldInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly body: z.output<typeof customFieldUpdate>
}

/** Updates a custom field; its type is fixed. Values that buyers entered stay under the old slug. */
export async function updateCustomField(tx: Tx, by: AuditContext, { tenants, id, body }: UpdateCustomFieldInput): Promise<CustomField> {
  const field = (await customFields.lock(tx, tenants, id)) ?? refuse(customFieldRefusals.ResourceNotFound)
  const changes = toFieldChanges(body)
  const isTaken = changes.slug !== undefined && (await isSlugTaken(tx, field.organizationId, { slug: changes.slug, id }))
  const next = update(field, changes, { isSlugTaken: isTaken, now: by.platform.clock.now(field) })
  if (next === field) return field
  await saveCustomField(tx, next)
  await auditCustomField(tx, by, { action: 'custom_field.updated', field: next })
  return next
}
