// What the house sends to the database for each call of the organization lines, for the bare target.
import { messagesOf, recorderOn } from '../recorder.ts'
import type { Flow } from '../script.ts'
import { creating, inviting, listing, viewing } from './asking.ts'
import type { Landscape } from './landscape.ts'

/** So many people make organizations in the bare target: none waits for another's session. */
const MAKERS = 64

/** The recordings, and how many messages each of the calls costs. */
export interface Recordings {
  readonly flows: readonly Flow[]
  readonly messages: Readonly<Record<'create' | 'list' | 'full' | 'invite', number>>
}

/** Records every call in a house of this process on the same database. */
export async function recordingsOf(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  { makers, owners, watchers }: Landscape,
): Promise<Recordings> {
  const { twice, close } = await recorderOn(databaseUrl, settings)
  try {
    const flows: Flow[] = []
    const kept = async (make: Parameters<typeof twice>[0]): Promise<number> => messagesOf(flows[flows.push(await twice(make)) - 1])
    const messages = { create: 0, list: 0, full: 0, invite: 0 }
    for (const person of makers.slice(0, MAKERS)) messages.create = await kept(() => creating(person))
    for (const { person, organizations } of owners) {
      messages.list = await kept(() => listing(person))
      for (const organizationId of organizations.slice(0, 1)) messages.invite = await kept(() => inviting(person, organizationId))
    }
    for (const { person, organizations } of watchers)
      for (const organizationId of organizations) messages.full = await kept(() => viewing(person, organizationId))
    return { flows, messages }
  } finally {
    await close()
  }
}
