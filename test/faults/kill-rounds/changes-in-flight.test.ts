// The server is killed while plans are changed, orders refunded and payments disputed, and started again: nothing is lost, nothing is done
// twice, and no more credit is given than was received.

import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seedOf } from '#test/seeds.ts'
import { type CommandResult, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { createMerchantClient, type MerchantClient } from '../merchant-client.ts'
import { seededRandom } from '../random.ts'
import { storagesOf, type TestStorage } from '../storage.ts'
import { checkLives } from './life-checks.ts'
import { createLives, plans } from './lives.ts'
import { expectNoFaults, startReady, verifyLedger } from './rounds.ts'
import { logFaults } from './server-log.ts'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 2)
const SUBSCRIBERS = 6
/** Milliseconds before the kill. */
const LIVE_MS = { least: 600, most: 2000 } as const
/** Longer than every lease, and than the two minutes after which an abandoned payment attempt is given up. */
const LONG_SECONDS = 180
/** A refund whose answer was lost is queried again after a minute, a payment after two. */
const SETTLE_MS = 240_000
/** Only a test that hangs takes so long. */
const HANGS_MS = 900_000 + ROUNDS * 30_000

async function createProducts(merchant: MerchantClient): Promise<Record<keyof typeof plans, string>> {
  const idOf = async (name: keyof typeof plans): Promise<string> => {
    const prices = [{ amount_type: 'fixed', price_amount: plans[name], price_currency: 'usd' }]
    return (await merchant.request('POST /v1/products/', { body: { name, recurring_interval: 'month', prices } })).json.id
  }
  return { first: await idOf('first'), dearer: await idOf('dearer'), cheaper: await idOf('cheaper') }
}

test.each(storagesOf('postgres'))(
  'a server on the database %s that is killed while plans change, orders are refunded and payments disputed loses and doubles nothing',
  { timeout: HANGS_MS },
  async (_, create) => {
    const seed = seedOf('FAULT_SEED')
    const random = seededRandom(seed)
    const storage = await create()
    let server = await startGuildhall(storage.env)
    const merchant = await createMerchantClient(server.baseUrl)
    const lives = createLives(merchant, await createProducts(merchant))
    await server.stop('SIGTERM')
    server = await startReady(storage)
    const startMs = performance.now()
    let rounds = 0
    const isPending = () => lives.all.filter(({ isDone }) => !isDone)
    try {
      for (; rounds < ROUNDS; rounds += 1) {
        const living = Promise.all([lives.liveUntilDisconnected(SUBSCRIBERS), ...isPending().map((life) => lives.advance(life))])
        await wait(LIVE_MS.least + random() * (LIVE_MS.most - LIVE_MS.least))
        const ended = await server.stop('SIGKILL')
        await living
        server = await startReady(storage)
        const faults = [
          ...faultsInLog(ended),
          ...lives.faults,
          ...(await checkLives(merchant, lives, 'live')),
          ...(await verifyLedger(storage)),
        ]
        expectNoFaults(faults, `round ${rounds + 1} from seed ${seed}`)
      }
      server = await startAfter(storage, server, LONG_SECONDS)
      await expect
        .poll(
          async () => {
            await Promise.all(isPending().map((life) => lives.advance(life)))
            return [
              ...isPending().map(({ number, kind, answers }) => `life ${number} (${kind}) after ${[...answers.keys()].join(', ')}`),
              ...(await unsettled(merchant)),
            ]
          },
          { timeout: SETTLE_MS, interval: 250 },
        )
        .toEqual([])
      const faults = [...lives.faults, ...(await checkLives(merchant, lives, 'settled')), ...(await verifyLedger(storage))]
      const ended = await server.stop('SIGTERM')
      expectNoFaults([...faultsInLog(ended), ...faults], `the end, from seed ${seed}`)
    } finally {
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      console.log(`${storage.name}: ${lives.all.length} subscriptions in ${rounds} kill rounds, ${seconds} s (FAULT_SEED=${seed})`)
      await server.stop('SIGKILL')
      await merchant.receiver.close()
      await storage.remove()
    }
  },
)

// On a busy machine a request may wait too long for a lock, is answered 503 and sent again.
const faultsInLog = (ended: CommandResult) => logFaults(ended).filter((line) => !line.includes('"status":503'))

async function startAfter(storage: TestStorage, server: RunningGuildhall, seconds: number): Promise<RunningGuildhall> {
  await server.stop('SIGKILL')
  await storage.advanceTime(seconds)
  return startReady(storage)
}

/** Refunds that are pending, and subscriptions whose change waits for its payment. */
async function unsettled({ all }: MerchantClient): Promise<readonly string[]> {
  const refunds: { id: string; status: string }[] = await all('/v1/refunds/')
  const subscriptions: { id: string; pending_change: unknown }[] = await all('/v1/subscriptions/')
  return [
    ...refunds.filter(({ status }) => status === 'pending').map(({ id }) => `refund ${id}`),
    ...subscriptions.filter((each) => each.pending_change !== null).map(({ id }) => `change of subscription ${id}`),
  ]
}
