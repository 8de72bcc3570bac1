import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { customFieldRefusals } from '../refusals.ts'
import { deleteField } from '../store.ts'
import { auditCustomField } from './create-custom-field.ts'

/** Deletes a custom field: its products lose it. Values that buyers entered stay. */
export async function deleteCustomField(
  tx: Tx,
  by: AuditContext,
  target: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const field = (await deleteField(tx, target.tenants, target.id)) ?? refuse(customFieldRefusals.ResourceNotFound)
  await auditCustomField(tx, by, { action: 'custom_field.deleted', field })
}
