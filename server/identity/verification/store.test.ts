import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { createSecrets } from '#platform/crypto/sealing.ts'
import { testDatabase } from '#test/support/database.ts'
import { claimFirstUse, createToken, findToken, redeemToken } from './store.ts'

const secrets = createSecrets('a secret of the tests that is long enough to be one')
const database = await testDatabase()
const now = new Date('2026-03-12T14:20:00.000Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Stores a token without a user. Returns the input to find it. */
async function stored(value: string, subject: string, at = now) {
  const token = {
    purpose: 'reset-password',
    value,
    subject,
    userId: null,
    details: { note: 'n' },
    expiresAt: after(3600),
    now: at,
  } as const
  await database.transaction((tx) => createToken(tx, secrets, token))
  return { purpose: 'reset-password', value, now } as const
}

test('a token is found by its value and purpose until it expires', async () => {
  const token = await stored(newId(now), newId(now))
  const find = (changed: object = {}) => findToken(database.db, secrets, { ...token, ...changed })
  expect(await find()).toEqual({ userId: null, details: { note: 'n' } })
  expect(await find({ purpose: 'delete-user' })).toBeUndefined()
  expect(await find({ value: `${token.value}x` })).toBeUndefined()
  expect(await find({ now: after(3599) })).toBeDefined()
  expect(await find({ now: after(3600) })).toBeUndefined()
})

test('of fifty concurrent redemptions of a token, one succeeds', async () => {
  const token = await stored(newId(now), newId(now))
  const redeemed = await Promise.all(Array.from({ length: 50 }, () => database.transaction((tx) => redeemToken(tx, secrets, token))))
  expect(redeemed.filter((each) => each !== undefined)).toEqual([{ userId: null, details: { note: 'n' } }])
})

test('of fifty concurrent first uses of a token, one succeeds', async () => {
  const token = await stored(newId(now), newId(now))
  const first = await Promise.all(Array.from({ length: 50 }, () => database.transaction((tx) => claimFirstUse(tx, secrets, token))))
  expect(first.filter(Boolean)).toHaveLength(1)
  expect(await database.transaction((tx) => redeemToken(tx, secrets, token))).toBeUndefined()
})

test('a newer token replaces an older one, in either order of writing', async () => {
  const subject = newId(now)
  const newer = await stored(newId(now), subject, after(60))
  const older = await stored(newId(now), subject, now)
  expect(await findToken(database.db, secrets, older)).toBeUndefined()
  expect(await findToken(database.db, secrets, newer)).toBeDefined()
})

test('a token that was written with a clock far ahead is replaced', async () => {
  const subject = newId(now)
  await stored(newId(now), subject, after(1800))
  const token = await stored(newId(now), subject, now)
  expect(await findToken(database.db, secrets, token)).toBeDefined()
})

test('a used token that is stored again stays used', async () => {
  const [subject, value] = [newId(now), newId(now)]
  const token = await stored(value, subject)
  await database.transaction((tx) => claimFirstUse(tx, secrets, token))
  await stored(value, subject)
  expect(await findToken(database.db, secrets, token)).toBeUndefined()
})
