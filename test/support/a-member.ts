// People who belong to somebody else's organization. Until members can be invited, their row is written where it belongs.
import type { OrganizationRole } from '#kernel/access.ts'
import { newId } from '#kernel/id.ts'
import { aPerson, type TestPerson } from './a-person.ts'
import type { TestServer } from './server.ts'

/** Makes somebody, new unless told, a member of an organization in a role. Their session has no active organization of its own. */
export async function aMember(
  server: TestServer,
  organizationId: string,
  role: OrganizationRole,
  person?: TestPerson,
): Promise<TestPerson> {
  const member = person ?? (await aPerson(server))
  const now = server.clock.now()
  const row = { organization_id: organizationId, id: newId(now), user_id: member.id, role, created_at: now }
  await server.platform.database.transaction((tx) => tx.insertInto('members').values(row).execute())
  return member
}
