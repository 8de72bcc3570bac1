// A server whose worker does only what moves money: no emails, no access, no documents, no webhooks. Sequences take half the time so.
import { createWorker } from '#platform/worker/worker.ts'
import { composition } from '#server/app.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

/** The modules whose jobs and listeners move no money, by the part of a name before its colon. */
const OTHERS = [
  'notifications',
  'grants',
  'customer-state',
  'webhooks',
  'invoices',
  'metrics',
  'usage',
  'usage-events',
  'license-keys',
  'tax-records',
]

const movesMoney = (name: string) => !OTHERS.includes(name.split(':', 1)[0] ?? '')

/** Opens a server on a database of its own. */
export async function moneyServer(): Promise<TestServer> {
  const server = await testServer({ database: await ownDatabase(), keepsCounts: true })
  const jobs = composition.jobs.filter(({ kind }) => movesMoney(kind))
  const listeners = composition.listeners.filter(({ name }) => movesMoney(name))
  const worker = createWorker({ platform: server.platform, jobs, listeners })
  return { ...server, drain: () => worker.drain() }
}
