import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { createSecrets } from '#platform/crypto/sealing.ts'
import { testDatabase } from '#test/support/database.ts'
import { consume, findIssued, issue, useFirst } from './store.ts'

const secrets = createSecrets('a secret of the tests that is long enough to be one')
const database = await testDatabase()
const now = new Date('2026-03-12T14:20:00.000Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Keeps a value for nobody in particular; gives what it takes to ask for it. */
async function kept(value: string, subject: string, at = now) {
  const wanted = {
    purpose: 'reset-password',
    value,
    subject,
    userId: null,
    details: { note: 'n' },
    expiresAt: after(3600),
    now: at,
  } as const
  await database.transaction((tx) => issue(tx, secrets, wanted))
  return { purpose: 'reset-password', value, now } as const
}

test('a value is found by itself and its purpose while it lives', async () => {
  const given = await kept(newId(now), newId(now))
  const find = (changed: object = {}) => findIssued(database.db, secrets, { ...given, ...changed })
  expect(await find()).toEqual({ userId: null, details: { note: 'n' } })
  expect(await find({ purpose: 'delete-user' })).toBeUndefined()
  expect(await find({ value: `${given.value}x` })).toBeUndefined()
  expect(await find({ now: after(3599) })).toBeDefined()
  expect(await find({ now: after(3600) })).toBeUndefined()
})

test('of fifty at once that use a value up, one gets it', async () => {
  const given = await kept(newId(now), newId(now))
  const got = await Promise.all(Array.from({ length: 50 }, () => database.transaction((tx) => consume(tx, secrets, given))))
  expect(got.filter((each) => each !== undefined)).toEqual([{ userId: null, details: { note: 'n' } }])
})

test('of fifty at once that use a value first, one does', async () => {
  const given = await kept(newId(now), newId(now))
  const first = await Promise.all(Array.from({ length: 50 }, () => database.transaction((tx) => useFirst(tx, secrets, given))))
  expect(first.filter(Boolean)).toHaveLength(1)
  expect(await database.transaction((tx) => consume(tx, secrets, given))).toBeUndefined()
})

test('a newer value takes the place of the one before, in whichever order they are written', async () => {
  const subject = newId(now)
  const newer = await kept(newId(now), subject, after(60))
  const older = await kept(newId(now), subject, now)
  expect(await findIssued(database.db, secrets, older)).toBeUndefined()
  expect(await findIssued(database.db, secrets, newer)).toBeDefined()
})

test('one that was written by a clock far ahead gives way', async () => {
  const subject = newId(now)
  await kept(newId(now), subject, after(1800))
  const given = await kept(newId(now), subject, now)
  expect(await findIssued(database.db, secrets, given)).toBeDefined()
})

test('the same value kept twice stays used', async () => {
  const [subject, value] = [newId(now), newId(now)]
  const given = await kept(value, subject)
  await database.transaction((tx) => useFirst(tx, secrets, given))
  await kept(value, subject)
  expect(await findIssued(database.db, secrets, given)).toBeUndefined()
})
