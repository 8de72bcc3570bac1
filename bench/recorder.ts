// A house of this process on the run's database, in which requests are made to be recorded.
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { testServer } from '#test/support/server.ts'
import { type Asked, SETTINGS } from './fixture.ts'
import { free } from './free-passwords.ts'
import { flowOf, type RecordedExchange, recorded } from './record.ts'
import type { Flow } from './script.ts'

/** Records requests. */
export interface Recorder {
  /** Makes a request twice and gives the flow behind it. */
  twice(make: () => Asked): Promise<Flow>
  close(): Promise<void>
}

/** A recorder on the database, with these settings besides those that every server of a run has. */
export async function recorderOn(databaseUrl: string, settings: Readonly<Record<string, string>>): Promise<Recorder> {
  const silent = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: databaseUrl }, silent)
  const house = await testServer({ settings: { ...SETTINGS, ...settings }, database, clock: movableClock(new Date()), passwords: free })
  const ask = ({ method, path, headers, body }: Asked): Promise<RecordedExchange> =>
    recorded(method, path, () => house.request(method, path, { headers, ...(body === undefined ? {} : { body }) }))
  return {
    twice: async (make) => flowOf([await ask(make())], [await ask(make())]),
    close: () => house.close(),
  }
}

/** How many messages to the database a flow costs. */
export function messagesOf(flow: Flow | undefined): number {
  return flow?.exchanges[0]?.statements.length ?? 0
}
