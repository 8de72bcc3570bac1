import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kernel/refusal.ts'
import type { Platform } from '../../platform.ts'
import { sendJson } from '../answer/send.ts'
import { refusals } from '../guard/refusals.ts'

const PING_MS = 2000

const unready = (sentence: string) => new Refusal(refusals.ServiceUnavailable, { detail: sentence })

/** `/healthz`: the process answers, without asking anything else. `/readyz`: it may be given requests. */
export function mountHealth(app: FastifyInstance, platform: Platform, isStopping: () => boolean): void {
  let isMigrated = false
  app.get('/healthz', { exposeHeadRoute: true }, async (request, reply) => {
    request.visit.name = 'healthz'
    return sendJson(reply, 200, { status: 'ok' })
  })
  app.get('/readyz', { exposeHeadRoute: true }, async (request, reply) => {
    request.visit.name = 'readyz'
    if (isStopping()) throw unready('The server is stopping.')
    if (!(await isAnswering(platform))) throw unready('The database does not answer.')
    // Once up to date it stays so while this process runs: asking again would cost several statements each time.
    isMigrated ||= (await platform.database.pendingMigrations()).length === 0
    if (!isMigrated) throw unready('The database is not migrated.')
    return sendJson(reply, 200, { status: 'ready' })
  })
}

async function isAnswering({ database }: Platform): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const late = setTimeout(() => resolve(false), PING_MS)
  database.ping().then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise.finally(() => clearTimeout(late))
}
