// An application in this process with the database of the run, which records requests.
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { testServer } from '#test/support/server.ts'
import { type BenchRequest, SETTINGS } from './fixture.ts'
import { freePasswords } from './free-passwords.ts'
import { flowOf, type RecordedRequest, recordRequest } from './record.ts'
import type { Flow } from './script.ts'

/** Records requests. */
export interface Recorder {
  /** Sends a request twice and returns its flow. */
  recordTwice(createRequest: () => BenchRequest): Promise<Flow>
  close(): Promise<void>
}

/** Creates a recorder with the database, and with settings besides those of every server of a run. */
export async function recorderOn(databaseUrl: string, settings: Readonly<Record<string, string>>): Promise<Recorder> {
  const silent = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: databaseUrl }, silent)
  const application = await testServer({
    settings: { ...SETTINGS, ...settings },
    database,
    clock: movableClock(new Date()),
    passwords: freePasswords,
  })
  const record = ({ method, path, headers, body }: BenchRequest): Promise<RecordedRequest> =>
    recordRequest(method, path, () => application.request(method, path, { headers, ...(body === undefined ? {} : { body }) }))
  return {
    recordTwice: async (createRequest) => flowOf([await record(createRequest())], [await record(createRequest())]),
    close: () => application.close(),
  }
}

/** The number of statements of a flow to the database. */
export function statementCountOf(flow: Flow | undefined): number {
  return flow?.steps[0]?.statements.length ?? 0
}
