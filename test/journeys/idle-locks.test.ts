import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

/** A transaction keeps its locks while it is idle: it must not wait for anything but SQL for this long. */
const GAP_MAX_MS = 50
/** A busy machine may stall some rounds; a call under a lock stalls every one. */
const ROUNDS_MAX = 20

let server: TestServer
let longestMs = 0

beforeAll(async () => {
  const database = await ownDatabase((gapMs) => {
    longestMs = Math.max(longestMs, gapMs)
  })
  server = await testServer({ database })
})
afterAll(() => server.close())
checkBooksAfterEach(() => server)

test('from sign-up to delivered webhook no transaction waits for anything but the database', async () => {
  let shortestMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS_MAX && shortestMs >= GAP_MAX_MS; round += 1) {
    longestMs = 0
    await aSale(server, await aMerchant(server))
    shortestMs = Math.min(shortestMs, longestMs)
  }
  expect(shortestMs).toBeLessThan(GAP_MAX_MS)
  expect(shortestMs).toBeGreaterThan(0)
})
