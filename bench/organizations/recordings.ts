// Records the statements for each request of the organization lines, for the bare target.
import { recorderOn, statementCountOf } from '../recorder.ts'
import type { Flow } from '../script.ts'
import type { OrganizationSetup } from './organization-setup.ts'
import { createRequest, inviteRequest, listRequest, viewRequest } from './requests.ts'

/** Users that create organizations in the bare target: enough to avoid waiting for session locks. */
const CREATORS = 64

/** The recordings, and the statements of each request. */
export interface Recordings {
  readonly flows: readonly Flow[]
  readonly statementCounts: Readonly<Record<'create' | 'list' | 'full' | 'invite', number>>
}

/** Records every request with an application in this process on the same database. */
export async function recordingsOf(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  { creators, owners, viewers }: OrganizationSetup,
): Promise<Recordings> {
  const { recordTwice, close } = await recorderOn(databaseUrl, settings)
  try {
    const flows: Flow[] = []
    const recordFlow = async (nextRequest: Parameters<typeof recordTwice>[0]): Promise<number> =>
      statementCountOf(flows[flows.push(await recordTwice(nextRequest)) - 1])
    const statementCounts = { create: 0, list: 0, full: 0, invite: 0 }
    for (const user of creators.slice(0, CREATORS)) statementCounts.create = await recordFlow(() => createRequest(user))
    for (const { user, organizations } of owners) {
      statementCounts.list = await recordFlow(() => listRequest(user))
      for (const organizationId of organizations.slice(0, 1))
        statementCounts.invite = await recordFlow(() => inviteRequest(user, organizationId))
    }
    for (const { user, organizations } of viewers)
      for (const organizationId of organizations) statementCounts.full = await recordFlow(() => viewRequest(user, organizationId))
    return { flows, statementCounts }
  } finally {
    await close()
  }
}
