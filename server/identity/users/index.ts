import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Telling, tell } from '#platform/outbox/tell.ts'
import type { NewUser, User } from './model.ts'
import { insertUser } from './store.ts'
import { toFullUserWire } from './wire.ts'

export { userFacts } from './facts.ts'
export { userRefusals } from './refusals.ts'
export { addressOf, banOf, isBootstrapAddress, type NamesInUse, refuseNamesInUse, refuseTaken, standingOf, usernameOf } from './rules.ts'
export {
  type AddressChange,
  deleteUser,
  findNamesInUse,
  findUserByEmail,
  hasAdministrator,
  liftBan,
  lockUser,
  lockUserByEmail,
  type ProfileChange,
  promoteUser,
  proveAddress,
  saveAddress,
  saveProfile,
  takenNameOf,
  userColumns,
} from './store.ts'

/** Writes a new person and tells `user.created`. Rejects with the database's unique breach: see `takenNameOf`. */
export async function createUser(tx: Tx, platform: Telling, user: Omit<NewUser, 'id'> & { now: Date }): Promise<User> {
  const { now, ...fields } = user
  const created = await insertUser(tx, { ...fields, id: newId(now) }, now)
  await tell(tx, platform, { name: 'user.created', organizationId: null, resourceId: created.id, payload: toFullUserWire(created), now })
  return created
}
