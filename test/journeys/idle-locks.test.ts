import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { countTurns } from '#test/support/postgresql/turns.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const turns = countTurns()
let server: TestServer

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase(turns) })
})
afterAll(async () => {
  turns.stop()
  await server.close()
})
checkBooksAfterEach(() => server)

// A transaction keeps its locks while it waits.
test('from sign-up to delivered webhook no transaction waits for anything but the database', async () => {
  turns.takeLongest()
  await aSale(server, await aMerchant(server))
  expect(turns.takeLongest()).toBe(0)
})

test('a transaction that waits for a timer is seen', async () => {
  const { database } = server.platform
  await database.transaction(async (tx) => {
    await tx.selectFrom('users').select('id').limit(1).execute()
    await wait(1)
    await tx.selectFrom('users').select('id').limit(1).execute()
  })
  expect(turns.takeLongest()).toBeGreaterThan(0)
})
