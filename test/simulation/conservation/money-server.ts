// A server whose workers do only what moves money: no emails, no access, no documents, no webhooks. Sequences take half the time so.
import { setTimeout as wait } from 'node:timers/promises'
import { createWorker } from '#platform/worker/worker.ts'
import { composition } from '#server/app.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

/** The modules whose jobs and listeners move no money, by the part of a name before its colon. */
const OTHERS = [
  ...['notifications', 'grants', 'customer-state', 'webhooks', 'invoices', 'metrics', 'usage', 'usage-events', 'license-keys'],
  'tax-records',
]
const PAUSE_MS = 10

const movesMoney = (name: string) => !OTHERS.includes(name.split(':', 1)[0] ?? '')

/** Opens a server on a database of its own. While one worker advances a clock, the other one charges what the advance waits for. */
export async function moneyServer(): Promise<TestServer> {
  const server = await testServer({ database: await ownDatabase(), keepsCounts: true })
  const jobs = composition.jobs.filter(({ kind }) => movesMoney(kind))
  const listeners = composition.listeners.filter(({ name }) => movesMoney(name))
  const first = createWorker({ platform: server.platform, jobs, listeners })
  const charging = jobs.filter(({ kind }) => kind.startsWith('billing-cycle:') || kind.startsWith('payments:'))
  const second = createWorker({ platform: server.platform, jobs: charging, listeners })
  const drain = async () => {
    let isIdle = false
    const drained = first.drain().finally(() => {
      isIdle = true
    })
    while (!isIdle) {
      await Promise.race([drained, wait(PAUSE_MS)])
      if (!isIdle) await second.drain()
    }
    await drained
    // The work that the second one has begun may have caused more.
    await first.drain()
  }
  return { ...server, drain }
}
