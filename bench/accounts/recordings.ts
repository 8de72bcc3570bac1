// What the house sends to the database for each person of the crowd, for the bare target.
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { testServer } from '#test/support/server.ts'
import { type Asked, SETTINGS } from '../fixture.ts'
import { free } from '../free-passwords.ts'
import { flowOf, type RecordedExchange, recorded } from '../record.ts'
import type { Flow } from '../script.ts'
import { look, type Person, signIn, signUp } from './crowd.ts'

/** The recordings, and how many messages each of the lines costs. */
export interface Recordings {
  readonly flows: readonly Flow[]
  readonly messages: { readonly look: number; readonly signIn: number; readonly signUp: number }
}

/** Records what each of `people` asks for in a house of this process on the same database. */
export async function recordingsOf(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  people: readonly Person[],
): Promise<Recordings> {
  const silent = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: databaseUrl }, silent)
  const house = await testServer({ settings: { ...SETTINGS, ...settings }, database, clock: movableClock(new Date()), passwords: free })
  const ask = ({ method, path, headers, body }: Asked): Promise<RecordedExchange> =>
    recorded(method, path, () => house.request(method, path, { headers, ...(body === undefined ? {} : { body }) }))
  const twice = async (make: () => Asked) => flowOf([await ask(make())], [await ask(make())])
  try {
    const flows: Flow[] = []
    for (const person of people) {
      flows.push(await twice(() => look(person.session, 'store')))
      flows.push(await twice(() => signIn(person)))
    }
    const signedUp = await twice(signUp)
    const [looked, signedIn] = flows
    const unasked = looked?.exchanges.map((each) => ({ ...each, path: ['/api/auth/get-session'], statements: [] })) ?? []
    const count = (flow: Flow | undefined) => flow?.exchanges[0]?.statements.length ?? 0
    const messages = { look: count(looked), signIn: count(signedIn), signUp: count(signedUp) }
    return { flows: [...flows, signedUp, { words: [], exchanges: unasked }], messages }
  } finally {
    await house.close()
  }
}
