import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { movableClock, systemClock } from './clock.ts'
import { merchantTime } from './resource/merchant-time.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const [MOVED, OTHER] = ['019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c23']
const at = (hour: number) => new Date(NOON.getTime() + hour * 3_600_000)

test("a merchant lives in the server's time until its own is moved; then it stands still there", () => {
  const clock = movableClock(NOON)
  expect(clock.now({ organizationId: MOVED })).toEqual(NOON)
  clock.advanceMerchant(MOVED, 3600)
  clock.advanceMerchant(MOVED, 3600)
  expect([clock.now(), clock.now({ organizationId: OTHER }), clock.now({ organizationId: MOVED })]).toEqual([NOON, NOON, at(2)])
  clock.advance(3600)
  expect([clock.now(), clock.now({ organizationId: OTHER }), clock.now({ organizationId: MOVED })]).toEqual([at(1), at(1), at(2)])
})

test("a merchant's time never goes back", () => {
  const clock = systemClock()
  clock.freeze(MOVED, at(2))
  clock.freeze(MOVED, at(1))
  expect(clock.now({ organizationId: MOVED })).toEqual(at(2))
})

test("a statement over several merchants compares each row with its own merchant's time", async () => {
  const { db } = await testDatabase()
  const clock = movableClock(NOON)
  const read = async () => {
    const { rows } = await sql<{ at: Date }>`
      select ${merchantTime(clock, 'row.organization_id')} as at
      from (values (${MOVED}::uuid, 1), (${OTHER}::uuid, 2)) as row (organization_id, position) order by position`.execute(db)
    return rows.map((row) => row.at)
  }
  expect(await read()).toEqual([NOON, NOON])
  clock.advanceMerchant(MOVED, 5400)
  expect(await read()).toEqual([at(1.5), NOON])
})
