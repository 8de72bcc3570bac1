import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kernel/refusal.ts'
import { Unavailable } from '../../database/unavailable.ts'
import type { Platform } from '../../platform.ts'
import { sendJson } from '../answer/send.ts'
import { refusals } from '../guard/refusals.ts'
import type { GracefulStop } from '../stop.ts'

const PING_MS = 2000

const unready = (sentence: string) => new Refusal(refusals.ServiceUnavailable, { detail: sentence })

const NO_ANSWER = 'The database does not answer.'

/** `/healthz`: the process answers, without using the database. `/readyz`: the server may receive requests. */
export function mountHealth(app: FastifyInstance, platform: Platform, gracefulStop: GracefulStop): void {
  let isMigrated = false
  app.get('/healthz', { exposeHeadRoute: true }, async (request, reply) => {
    request.requestContext.name = 'healthz'
    return sendJson(reply, 200, { status: 'ok' })
  })
  app.get('/readyz', { exposeHeadRoute: true }, async (request, reply) => {
    request.requestContext.name = 'readyz'
    gracefulStop.noteReadinessCheck()
    if (gracefulStop.isStopping) throw unready('The server is stopping.')
    const reason = await databaseFault(platform)
    if (reason !== undefined) throw unready(reason)
    // The database stays migrated while this process runs: checking again would cost several statements each time.
    isMigrated ||= (await platform.database.pendingMigrations()).length === 0
    if (!isMigrated) throw unready('The database is not migrated.')
    // A full disk refuses writes only. The server stays ready, because reads still work.
    const isFull = platform.database.isFull?.() ?? false
    return sendJson(reply, 200, isFull ? { status: 'ready', writes: 'refused', reason: 'The disk is full.' } : { status: 'ready' })
  })
}

// The reason why the database is unavailable, or undefined. Resolves within two seconds.
async function databaseFault({ database }: Platform): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const late = setTimeout(() => resolve(NO_ANSWER), PING_MS)
  database.ping().then(
    () => resolve(undefined),
    (error: unknown) => resolve(error instanceof Unavailable ? error.message : NO_ANSWER),
  )
  return promise.finally(() => clearTimeout(late))
}
