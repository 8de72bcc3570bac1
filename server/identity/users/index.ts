import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { type EmitDeps, emit, emitAll } from '#platform/outbox/emit.ts'
import type { ImportedUser, NewUser, User } from './model.ts'
import { insertUser, insertUsers } from './store.ts'
import { toFullUserWire } from './wire.ts'

export { userFacts } from './events.ts'
export { userRefusals } from './refusals.ts'
export {
  addressOf,
  banOf,
  isAdministrator,
  isBootstrapAddress,
  leavesAdministrator,
  type NamesInUse,
  refuseNamesInUse,
  refuseTaken,
  standingOf,
  usernameOf,
} from './rules.ts'
export {
  type AddressChange,
  type Ban,
  deleteUser,
  findAndLockUser,
  findUserByEmail,
  hasAdministrator,
  liftBan,
  lockAdministrators,
  lockUser,
  lockUserByEmail,
  type ProfileChange,
  promoteUser,
  proveAddress,
  saveAddress,
  saveBan,
  saveProfile,
  saveRole,
  takenNameOf,
  userColumns,
} from './store.ts'

/** Writes a new person and tells `user.created`. Rejects with the database's unique breach: see `takenNameOf`. */
export async function createUser(tx: Tx, platform: EmitDeps, user: Omit<NewUser, 'id'> & { now: Date }): Promise<User> {
  const { now, ...fields } = user
  const created = await insertUser(tx, { ...fields, id: newId(now) }, now)
  await emit(tx, platform, { name: 'user.created', organizationId: null, resourceId: created.id, payload: toFullUserWire(created), now })
  return created
}

/** Writes many people at once and tells `user.created` of each who was written; those whose names or id are taken are left out. */
export async function createUsers(
  tx: Tx,
  platform: EmitDeps,
  { users, now }: { readonly users: readonly ImportedUser[]; readonly now: Date },
): Promise<User[]> {
  const created = await insertUsers(tx, users, now)
  const about = { name: 'user.created', organizationId: null, now } as const
  await emitAll(
    tx,
    platform,
    created.map((user) => ({ ...about, resourceId: user.id, payload: toFullUserWire(user) })),
  )
  return created
}
