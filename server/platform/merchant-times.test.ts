import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { testDatabase } from '#test/support/database.ts'
import { START } from '#test/support/server.ts'
import { movableClock } from './clock.ts'
import { followMerchantTimes } from './merchant-times.ts'

const database = await testDatabase()
const faults: unknown[] = []
const closers: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closers.map((close) => close())))

async function aProcess() {
  const clock = movableClock(START)
  const times = await followMerchantTimes({ database, clock, onFault: (error) => void faults.push(error) })
  closers.push(times.close)
  return { clock, times }
}

async function aMerchantRow(): Promise<string> {
  const id = newId(START)
  await sql`insert into organizations (id, name, slug, created_at) values (${id}, 'Northwind', ${id}, ${START})`.execute(database.db)
  await sql`insert into merchants (organization_id, mode, socials, subscription_settings, default_currency, billing_timezone, created_at)
    values (${id}, 'test', '[]', '{}', 'usd', 'UTC', ${START})`.execute(database.db)
  return id
}

const after = (hours: number) => new Date(START.getTime() + hours * 3_600_000)
const save = (organizationId: string, frozenAt: Date) =>
  sql`update merchants set frozen_at = ${frozenAt} where organization_id = ${organizationId}`

test('every process knows the time of a merchant that one has moved, and one that starts later loads it', async () => {
  const organizationId = await aMerchantRow()
  const [one, other] = [await aProcess(), await aProcess()]
  await database.transaction(async (tx) => {
    await save(organizationId, after(5)).execute(tx)
    one.times.move(tx, { organizationId, frozenAt: after(5) })
    expect(one.clock.now({ organizationId })).toEqual(START)
  })
  expect(one.clock.now({ organizationId })).toEqual(after(5))
  await expect.poll(() => other.clock.now({ organizationId })).toEqual(after(5))
  expect((await aProcess()).clock.now({ organizationId })).toEqual(after(5))
  expect(faults).toEqual([])
})

test('a time that was rolled back moves nowhere', async () => {
  const organizationId = await aMerchantRow()
  const { clock, times } = await aProcess()
  const moving = database.transaction(async (tx) => {
    times.move(tx, { organizationId, frozenAt: after(5) })
    throw new Error('The action failed.')
  })
  await expect(moving).rejects.toThrow('The action failed.')
  expect(clock.now({ organizationId })).toEqual(START)
})

test('a process reads every time again when it may have missed a notification, and is never set back by an older one', async () => {
  const organizationId = await aMerchantRow()
  const { clock } = await aProcess()
  await save(organizationId, after(7)).execute(database.db)
  await database.notify('guildhall_merchant_times', '')
  await expect.poll(() => clock.now({ organizationId })).toEqual(after(7))
  await database.notify('guildhall_merchant_times', JSON.stringify({ organizationId, frozenAt: after(6) }))
  await database.notify('guildhall_merchant_times', '')
  await expect.poll(() => clock.now({ organizationId })).toEqual(after(7))
})

test('a time that is removed is released in every process, also in one that missed the notification', async () => {
  const organizationId = await aMerchantRow()
  const [one, other] = [await aProcess(), await aProcess()]
  await database.transaction(async (tx) => {
    await save(organizationId, after(5)).execute(tx)
    one.times.move(tx, { organizationId, frozenAt: after(5) })
  })
  await expect.poll(() => other.clock.now({ organizationId })).toEqual(after(5))
  await database.transaction(async (tx) => {
    await sql`update merchants set frozen_at = null where organization_id = ${organizationId}`.execute(tx)
    one.times.release(tx, organizationId)
    expect(one.clock.now({ organizationId })).toEqual(after(5))
  })
  expect(one.clock.now({ organizationId })).toEqual(START)
  await expect.poll(() => other.clock.now({ organizationId })).toEqual(START)
})
