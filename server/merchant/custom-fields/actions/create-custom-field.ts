import type { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { CustomField } from '../model.ts'
import { create } from '../rules.ts'
import { insertCustomField, isSlugTaken } from '../store.ts'
import { type customFieldCreate, toFieldDraft } from '../wire.ts'

/** A new field and its organization. */
export interface CreateCustomFieldInput {
  readonly organizationId: string
  readonly body: z.output<typeof customFieldCreate>
}

/** Creates a custom field within the limit. Reports all problems at once (422). */
export async function createCustomField(tx: Tx, by: AuditContext, { organizationId, body }: CreateCustomFieldInput): Promise<CustomField> {
  const { platform } = by
  const now = platform.clock.now({ organizationId })
  const draft = toFieldDraft(body)
  const isTaken = await isSlugTaken(tx, organizationId, { slug: draft.slug, id: null })
  const field = create(draft, { id: newId(now), organizationId, isSlugTaken: isTaken, now })
  await insertCustomField(tx, platform, field)
  await auditCustomField(tx, by, { action: 'custom_field.created', field })
  return field
}

/** Audits an action on a custom field. */
export function auditCustomField(
  tx: Tx,
  by: AuditContext,
  { action, field }: { readonly action: string; readonly field: CustomField },
): Promise<void> {
  return recordAudit(tx, by, {
    action,
    organizationId: field.organizationId,
    target: { type: 'custom_field', id: field.id },
    details: { name: field.name, slug: field.slug },
  })
}
