import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kernel/refusal.ts'
import { Unavailable } from '../../database/unavailable.ts'
import type { Platform } from '../../platform.ts'
import { sendJson } from '../answer/send.ts'
import { refusals } from '../guard/refusals.ts'
import type { Stopping } from '../stop.ts'

const PING_MS = 2000

const unready = (sentence: string) => new Refusal(refusals.ServiceUnavailable, { detail: sentence })

const GONE = 'The database does not answer.'

/** `/healthz`: the process answers, without asking anything else. `/readyz`: it may be given requests. */
export function mountHealth(app: FastifyInstance, platform: Platform, stopping: Stopping): void {
  let isMigrated = false
  app.get('/healthz', { exposeHeadRoute: true }, async (request, reply) => {
    request.requestContext.name = 'healthz'
    return sendJson(reply, 200, { status: 'ok' })
  })
  app.get('/readyz', { exposeHeadRoute: true }, async (request, reply) => {
    request.requestContext.name = 'readyz'
    stopping.askedWhetherReady()
    if (stopping.isStopping) throw unready('The server is stopping.')
    const lacking = await lackOf(platform)
    if (lacking !== undefined) throw unready(lacking)
    // Once up to date it stays so while this process runs: asking again would cost several statements each time.
    isMigrated ||= (await platform.database.pendingMigrations()).length === 0
    if (!isMigrated) throw unready('The database is not migrated.')
    // Whoever only reads is served as ever: to be taken off for that would help nobody.
    const isFull = platform.database.isFull?.() ?? false
    return sendJson(reply, 200, isFull ? { status: 'ready', writes: 'refused', reason: 'The disk is full.' } : { status: 'ready' })
  })
}

// What the database lacks, within two seconds whatever it does.
async function lackOf({ database }: Platform): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const late = setTimeout(() => resolve(GONE), PING_MS)
  database.ping().then(
    () => resolve(undefined),
    (error: unknown) => resolve(error instanceof Unavailable ? error.message : GONE),
  )
  return promise.finally(() => clearTimeout(late))
}
