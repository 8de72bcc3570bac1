import { noteChanged } from '#identity/sessions/index.ts'
import type { User } from '#identity/users/model.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import type { AuditEntry } from '#platform/audit/audit.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'

/** What was done to somebody by an administrator. */
export type Act = Pick<AuditEntry, 'action' | 'details'> & { readonly userId: string; readonly target?: AuditEntry['target'] }

/** Writes down what an administrator did to somebody, in the log of the platform, where that person can read it as well. */
export async function noteAct(tx: Tx, { platform, caller, request, now }: AuditContext, { target, ...act }: Act): Promise<void> {
  const on = target ?? { type: 'user', id: act.userId }
  await platform.audit.append(tx, { ...act, organizationId: null, target: on, caller, request, now })
}

/** Tells everybody that a person is another now than before. */
export async function tellUpdated(tx: Tx, { platform, now }: AuditContext, user: User): Promise<void> {
  noteChanged(tx, platform, { userId: user.id })
  await emit(tx, platform, { name: 'user.updated', organizationId: null, resourceId: user.id, payload: toFullUserWire(user), now })
}
