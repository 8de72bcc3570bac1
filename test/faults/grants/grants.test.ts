// A server is killed again and again while orders, subscriptions, refunds and products give and take benefits: in the end each grant exists
// once, each change was announced once, and keys, credits, Discord and GitHub hold what the grants say.

import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seedOf } from '#test/seeds.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { logFaults } from '../kill-rounds/server-log.ts'
import { type Random, seededRandom } from '../random.ts'
import { storagesOf, type TestStorage } from '../storage.ts'
import { duplicateFaults, settledFaults } from './grant-checks.ts'
import { actUntilDisconnected, createShop, type GrantingShop, startGrantServices } from './granting-shop.ts'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 4)
/** Only a test that hangs takes so long. */
const HANGS_MS = 200_000 + ROUNDS * 30_000
/** Milliseconds of activity before the kill. */
const ACT_MS = { least: 400, most: 2500 } as const
/** Longer than every lease, so that a job whose process was killed runs again. */
const LONG_SECONDS = 180
/** The share of rounds after which the next one finds such jobs due at once; else others run before them. */
const LONG_SHARE = 0.5
const WAIT_MS = 90_000

interface Run {
  readonly storage: TestStorage
  readonly random: Random
  readonly shop: GrantingShop
  readonly env: Readonly<Record<string, string>>
  server: RunningGuildhall
}

test.each(storagesOf('postgres'))(
  'on the database %s grants follow what was sold, whenever the server is killed',
  {
    timeout: HANGS_MS,
  },
  async (name, create) => {
    const startMs = performance.now()
    const seed = seedOf('FAULT_SEED')
    const [services, storage] = [await startGrantServices(), await create()]
    const env = { ...storage.env, ...services.settings }
    const first = await startGuildhall(env)
    const shop = await createShop(first.baseUrl, services)
    // Creating the database says so in the log.
    await first.stop('SIGTERM')
    const run: Run = { storage, env, server: await startGuildhall(env), random: seededRandom(seed), shop }
    let done = 0
    try {
      run.shop.receiver.answer((response) => answerRandomly(response, run.random))
      for (; done < ROUNDS; done += 1) await round(run, `round ${done + 1} from seed ${seed}`)
      await settle(run, `the end after ${done} rounds from seed ${seed}`)
    } finally {
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      console.log(`${name}: ${done} of ${ROUNDS} kill rounds of grants in ${seconds} s (FAULT_SEED=${seed})`)
      await run.server.stop('SIGKILL')
      await run.shop.receiver.close()
      await services.close()
      await storage.remove()
    }
  },
)

// Accepts most deliveries, refuses some, and closes the connection of some without an answer.
function answerRandomly(response: ServerResponse, random: Random): void {
  const outcome = random()
  if (outcome < 0.8) response.writeHead(204).end()
  else if (outcome < 0.9) response.writeHead(500).end()
  else response.destroy()
}

async function round(run: Run, name: string): Promise<void> {
  const { shop, random } = run
  const acting = actUntilDisconnected(shop, random)
  await wait(ACT_MS.least + random() * (ACT_MS.most - ACT_MS.least))
  const ended = await run.server.stop('SIGKILL')
  await acting
  // Half of those who were invited accept: a later change is one of a collaborator.
  for (const { githubId } of shop.shoppers.filter((_, at) => at % 2 === 0)) {
    const isInvited = shop.repository.invitations.some(({ accountId }) => accountId === githubId)
    if (isInvited) shop.services.github.accept(shop.repository, githubId)
  }
  if (random() < LONG_SHARE) await run.storage.advanceTime(LONG_SECONDS)
  run.server = await startGuildhall(run.env)
  expectNoFaults([...logFaults(ended), ...shop.faults, ...shop.services.faults, ...(await duplicateFaults(shop))], name)
}

/**
 * All customers are done: all jobs and deliveries complete, and everything agrees. Jobs that two kills have interrupted are put aside for a day:
 * they are retried as an operator would.
 */
async function settle(run: Run, name: string): Promise<void> {
  const { shop, storage } = run
  shop.receiver.answer(204)
  await run.server.stop('SIGKILL')
  await storage.advanceTime(LONG_SECONDS)
  run.server = await startGuildhall(run.env)
  const retryAndCompare = async () => {
    const faults = await settledFaults(shop)
    if (faults.length > 0) await guildhall(['jobs', 'retry', '--all'], run.env)
    return faults
  }
  await expect.poll(retryAndCompare, { message: name, timeout: WAIT_MS, interval: 1000 }).toEqual([])
  // A complete state stays as it is.
  const ended = await run.server.stop('SIGTERM')
  expectNoFaults([...logFaults(ended), ...shop.faults, ...shop.services.faults], name)
}

// The first line of a failure names the faults, because a report of many tests shows only that line.
function expectNoFaults(faults: readonly string[], name: string): void {
  expect(faults.join('; '), name).toBe('')
}
