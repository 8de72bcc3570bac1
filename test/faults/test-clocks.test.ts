// The server is killed while it advances a test clock, and started again: the clock continues where it was.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { runningServer } from '#test/support/running-server.ts'
import { storagesOf, type TestStorage } from './storage.ts'

const WAIT = { timeout: 60_000, interval: 50 }
const TEST_MS = 150_000
const MINUTES = [30, 60, 90]

describe.each(storagesOf('embedded'))('on the database %s', (_, create) => {
  let storage: TestStorage
  let server: RunningGuildhall
  let merchant: TestMerchant

  beforeAll(async () => {
    storage = await create()
    server = await startGuildhall(storage.env)
    merchant = await aMerchant(runningServer(server.baseUrl))
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await storage.remove()
  })

  test(
    'a clock whose server was killed at an instant continues there, and does nothing twice',
    async () => {
      const clock = (await merchant.request('POST', '/v1/test-clocks/', { body: {} })).json
      const checkouts = []
      for (const minutes of MINUTES) checkouts.push(await aCheckout(runningServer(server.baseUrl), merchant, { expires_in: minutes * 60 }))
      const expiries = checkouts.map(({ created }) => created.expires_at)
      await server.stop('SIGTERM')

      const crash = { GUILDHALL_CRASH_AT: 'during-advance', GUILDHALL_CRASH_FOR: expiries[1] }
      server = await startGuildhall({ ...storage.env, ...crash }, [], ['--conditions=faults'])
      const advance = `/v1/test-clocks/${clock.id}/advance`
      expect((await merchant.request('POST', advance, { body: { by: 'P1M' } })).status).toBe(202)
      expect((await server.ended).signal).toBe('SIGKILL')

      await storage.advanceTime(120)
      server = await startGuildhall(storage.env)
      const read = async (path: string) => (await merchant.request('GET', path)).json
      await expect.poll(async () => (await read(`/v1/test-clocks/${clock.id}`)).status, WAIT).toBe('ready')
      const { frozen_time, target_time } = await read(`/v1/test-clocks/${clock.id}`)
      expect(frozen_time).toBe(target_time)
      const { items } = await read(`/v1/test-clocks/${clock.id}/timeline?limit=100`)
      const expired = items.filter(
        ({ type, happened_at }: Record<string, string>) => type === 'checkout.updated' && happened_at !== clock.frozen_time,
      )
      expect(expired.map(({ happened_at }: Record<string, string>) => happened_at)).toEqual(expiries.toReversed())
    },
    TEST_MS,
  )
})
