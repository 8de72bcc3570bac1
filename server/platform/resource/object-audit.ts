import type { AuditEntry } from '../audit/audit.ts'
import { type AuditContext, recordAudit } from '../audit/audit-context.ts'
import type { Tx } from '../database/database.ts'

/** The key of an object. */
export interface ObjectKey {
  readonly organizationId: string
  readonly id: string
}

/** The names of the objects of a resource in the audit log. */
export interface ObjectAudit<Model> {
  readonly type: string
  readonly details: (model: Model) => AuditEntry['details']
}

/** An action on an object, and what is recorded of it besides the details of every action on it. */
export interface AuditedChange<Model extends ObjectKey> {
  readonly audit: ObjectAudit<Model>
  /** `product.updated` */
  readonly action: string
  readonly model: Model
  readonly details?: AuditEntry['details'] | undefined
}

/** Records an action on an object in the audit log, in the transaction of the action. */
export function auditChange<Model extends ObjectKey>(
  tx: Tx,
  by: AuditContext,
  { audit, action, model, details }: AuditedChange<Model>,
): Promise<void> {
  const { organizationId, id } = model
  return recordAudit(tx, by, { action, organizationId, target: { type: audit.type, id }, details: { ...audit.details(model), ...details } })
}
