import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { type EmitDeps, emit, emitAll } from '#platform/outbox/emit.ts'
import type { UserOutcome } from './changes.ts'
import { insertUser, insertUsers, saveUser } from './store.ts'
import type { ImportedUser, NewUser, User } from './user.ts'
import { toFullUserWire } from './wire.ts'

export { userEvents } from './events.ts'
export { userRefusals } from './refusals.ts'
export {
  initialRoleOf,
  isBootstrapEmail,
  type NamesInUse,
  parseEmail,
  parseUsername,
  refuseNamesInUse,
  refuseTakenName,
} from './rules.ts'
export {
  deleteUser,
  findAndLockUser,
  findUserByEmail,
  hasAdministrator,
  isUsernameUsed,
  isVerifiedAttended,
  lockAdministrators,
  lockUser,
  lockUserByEmail,
  saveUnattended,
  takenNameOf,
  users,
} from './store.ts'

/** Writes a new user and emits `user.created`. Rejects with the database's unique violation: see `takenNameOf`. */
export async function createUser(tx: Tx, platform: EmitDeps, user: Omit<NewUser, 'id'> & { now: Date }): Promise<User> {
  const { now, ...fields } = user
  const created = await insertUser(tx, { ...fields, id: newId(now) }, now)
  await emit(tx, platform, { name: 'user.created', organizationId: null, resourceId: created.id, payload: toFullUserWire(created), now })
  return created
}

/** Writes many users at once and emits `user.created` for each one written. Skips users whose id, email or user name is taken. */
export async function createUsers(
  tx: Tx,
  platform: EmitDeps,
  { users: imported, now }: { readonly users: readonly ImportedUser[]; readonly now: Date },
): Promise<User[]> {
  const created = await insertUsers(tx, imported, now)
  const event = { name: 'user.created', organizationId: null, now } as const
  await emitAll(
    tx,
    platform,
    created.map((user) => ({ ...event, resourceId: user.id, payload: toFullUserWire(user) })),
  )
  return created
}

/**
 * Saves what a rule made of a user and emits its events. Callers above `sessions` use `applyUserChange`, which invalidates cached
 * sessions too. Rejects with the database's unique violation: see `takenNameOf`.
 */
export async function saveUserChange(
  tx: Tx,
  platform: EmitDeps,
  { from, outcome: { next, events }, now }: { readonly from: User; readonly outcome: UserOutcome; readonly now: Date },
): Promise<User> {
  if (events.length === 0) return next
  await saveUser(tx, from, next)
  const event = { organizationId: null, resourceId: next.id, payload: toFullUserWire(next), now } as const
  await emitAll(
    tx,
    platform,
    events.map((name) => ({ ...event, name })),
  )
  return next
}
