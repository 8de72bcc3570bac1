import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { type EmitDeps, emit, emitAll } from '#platform/outbox/emit.ts'
import type { ImportedUser, NewUser, User } from './model.ts'
import { insertUser, insertUsers } from './store.ts'
import { toFullUserWire } from './wire.ts'

export { userEvents } from './events.ts'
export { userRefusals } from './refusals.ts'
export {
  banStateOf,
  hasOtherAdministrator,
  initialRoleOf,
  isAdministrator,
  isBootstrapEmail,
  type NamesInUse,
  parseEmail,
  parseUsername,
  refuseNamesInUse,
  refuseTakenName,
} from './rules.ts'
export {
  type Ban,
  deleteUser,
  type EmailChange,
  findAndLockUser,
  findUserByEmail,
  hasAdministrator,
  liftBan,
  lockAdministrators,
  lockUser,
  lockUserByEmail,
  markEmailVerified,
  type ProfileChange,
  promoteUser,
  saveBan,
  saveEmail,
  saveProfile,
  saveRole,
  takenNameOf,
  userColumns,
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
  { users, now }: { readonly users: readonly ImportedUser[]; readonly now: Date },
): Promise<User[]> {
  const created = await insertUsers(tx, users, now)
  const event = { name: 'user.created', organizationId: null, now } as const
  await emitAll(
    tx,
    platform,
    created.map((user) => ({ ...event, resourceId: user.id, payload: toFullUserWire(user) })),
  )
  return created
}
