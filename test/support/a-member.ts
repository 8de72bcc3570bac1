// People who belong to somebody else's organization. Their row is written where it belongs: invitations are tried elsewhere.
import { newId } from '#kernel/id.ts'
import { aUser, type TestUser } from './a-user.ts'
import type { TestServer } from './server.ts'

/** Makes somebody, new unless told, a member of an organization in a role, or several, comma-joined. Their session has no active organization of its own. */
export async function aMember(server: TestServer, organizationId: string, role: string, person?: TestUser): Promise<TestUser> {
  const member = person ?? (await aUser(server))
  const now = server.clock.now()
  const row = { organization_id: organizationId, id: newId(now), user_id: member.id, role, created_at: now }
  await server.platform.database.transaction((tx) => tx.insertInto('members').values(row).execute())
  return member
}
