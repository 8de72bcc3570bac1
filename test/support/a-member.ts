// Members of an organization of another user. The row is inserted directly: invitations have tests of their own.
import { newId } from '#kernel/id.ts'
import { aUser, type TestUser } from './a-user.ts'
import type { TestServer } from './server.ts'

/** Adds a user (a new one by default) to an organization with one or more comma-joined roles. The user's session has no active organization. */
export async function aMember(server: TestServer, organizationId: string, role: string, user?: TestUser): Promise<TestUser> {
  const member = user ?? (await aUser(server))
  const now = server.clock.now()
  const row = { organization_id: organizationId, id: newId(now), user_id: member.id, role, created_at: now }
  await server.platform.database.transaction((tx) => tx.insertInto('members').values(row).execute())
  return member
}
