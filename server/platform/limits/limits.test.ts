// Databases: both.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { roundTrips } from '#platform/database/named-pool.ts'
import { testDatabase } from '#test/support/database.ts'
import type { LimitRule } from './limits.ts'
import { networkLimit } from './network-limit.ts'
import { createLimits, type RunningLimits } from './shared-limits.ts'

let clock: MovableClock
let database: OpenDatabase
let limits: RunningLimits
let rule: LimitRule

beforeEach(async () => {
  clock = movableClock(new Date('2026-03-01T10:00:00.000Z'))
  database = await testDatabase()
  limits = createLimits({ database, isEnabled: true })
  rule = { name: `test:${randomUUID()}`, max: 3, windowSeconds: 10 }
})

const hit = (from = limits, key = 'a') => from.counter(rule)(key, clock.now())
const hitStored = (key = 'a') => database.transaction((tx) => limits.hitStored(tx, rule, key, clock.now()))

test.for(['in memory', 'stored'])(
  '%s: calls within the limit pass, further calls wait, and a window without calls resets the count',
  async (where) => {
    const one = async () => (where === 'stored' ? hitStored() : hit())
    expect([await one(), await one(), await one()]).toEqual([0, 0, 0])
    expect(await one()).toBe(10)
    clock.advance(4)
    expect(await one()).toBe(6)
    clock.advance(6)
    expect(await one()).toBe(0)
  },
)

test.for(['in memory', 'stored'])('%s: each counted call extends the window, refused calls do not', async (where) => {
  const one = async () => (where === 'stored' ? hitStored() : hit())
  for (const seconds of [4, 4, 4]) {
    expect(await one()).toBe(0)
    clock.advance(seconds)
  }
  expect(await one()).toBe(6)
  clock.advance(3)
  expect(await one()).toBe(3)
})

test('with a fixed window a steady caller below the limit is never refused, and others wait for the end of the window', () => {
  const count = limits.counter({ ...rule, isFixed: true })
  for (let turn = 0; turn < 9; turn += 1) {
    expect(count('steady', clock.now())).toBe(0)
    clock.advance(4)
  }
  clock.set(new Date('2026-03-01T11:00:06.000Z'))
  for (let turn = 0; turn < 3; turn += 1) expect(count('burst', clock.now())).toBe(0)
  expect(count('burst', clock.now())).toBe(4)
  clock.advance(4)
  expect(count('burst', clock.now())).toBe(0)
})

test('keys and rules have separate counts', () => {
  for (const key of ['a', 'b']) for (let turn = 0; turn < 3; turn += 1) expect(hit(limits, key)).toBe(0)
  expect(limits.counter({ ...rule, name: `${rule.name}-other` })('a', clock.now())).toBe(0)
})

test('a limit is checked without counting', () => {
  const waiting = limits.waiting(rule)
  for (let turn = 0; turn < 3; turn += 1) expect([waiting('a', clock.now()), hit()]).toEqual([0, 0])
  clock.advance(4)
  expect([waiting('a', clock.now()), waiting('b', clock.now())]).toEqual([6, 0])
  clock.advance(6)
  expect(waiting('a', clock.now())).toBe(0)
})

test.each([
  { kind: 'IPv6', addressOf: (at: number) => `2001:db8:7:${(at * 16).toString(16)}::1`, wider: 6, widest: 15, stranger: '2001:db8:8::1' },
  { kind: 'IPv4', addressOf: (at: number) => `198.51.${at}.1`, wider: 15, widest: 60, stranger: '198.52.0.1' },
])('$kind: the networks around a network are limited as well', ({ addressOf, wider, widest, stranger }) => {
  const limit = networkLimit(limits, rule)
  const passed = (from: number, to: number) => {
    const waits = Array.from({ length: to - from }, (_, at) => [1, 2, 3, 4].map(() => limit.count(addressOf(from + at), clock.now())))
    return waits.flat().filter((wait) => wait === 0).length
  }
  expect(passed(0, 1)).toBe(3)
  expect([limit.waiting(addressOf(0), clock.now()), limit.waiting(addressOf(1), clock.now())]).toEqual([10, 0])
  expect(passed(1, 16)).toBe(wider - 3)
  expect(passed(16, 256)).toBe(widest - wider)
  expect(limit.waiting(addressOf(255), clock.now())).toBe(10)
  expect(() => limit.require(addressOf(255), clock.now())).toThrow(rule.name)
  expect(limit.count(stranger, clock.now())).toBe(0)
})

test('scopes have separate counts, also after a restart', async () => {
  const [first, second] = [limits.counter(rule, '/first'), limits.counter(rule, '/second')]
  for (let turn = 0; turn < 3; turn += 1) expect([first('a', clock.now()), second('a', clock.now())]).toEqual([0, 0])
  await limits.flush()
  await limits.load(clock.now())
  const restarted = createLimits({ database, isEnabled: true })
  await restarted.load(clock.now())
  for (const each of [limits, restarted]) {
    expect(['/first', '/second', '/third'].map((scope) => each.counter(rule, scope)('a', clock.now()))).toEqual([10, 10, 0])
  }
})

test('counts are shared with other instances and survive a restart', async () => {
  const other = createLimits({ database, isEnabled: true })
  hit()
  hit()
  await limits.flush()
  hit(other)
  await other.flush()
  expect(hit(other)).toBe(10)
  const restarted = createLimits({ database, isEnabled: true })
  await restarted.load(clock.now())
  expect(hit(restarted)).toBe(10)
})

test('counts are written in the background, outside the request', async () => {
  const counted = { count: 0 }
  roundTrips.run(counted, () => hit())
  const other = createLimits({ database, isEnabled: true })
  await expect
    .poll(async () => {
      await other.load(clock.now())
      return hit(other) + hit(other) + hit(other)
    })
    .toBeGreaterThan(0)
  expect(counted.count).toBe(0)
})

test('counts that could not be written are written later', async () => {
  const faults: unknown[] = []
  let isBroken = true
  const flaky = {
    get db() {
      if (isBroken) throw new Error('no database')
      return database.db
    },
  }
  const own = createLimits({ database: flaky, isEnabled: true, onFault: (error) => void faults.push(error) })
  for (let turn = 0; turn < 3; turn += 1) own.counter(rule)('a', clock.now())
  await own.flush()
  expect(faults).toHaveLength(1)
  isBroken = false
  await own.flush()
  await limits.load(clock.now())
  expect(hit()).toBe(10)
})

test('keys that are evicted from memory before they are written lose no calls', async () => {
  const small = createLimits({ database, isEnabled: true, keysMax: 4 })
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'b', 'c', 'd', 'e', 'f', 'a']) hit(small, key)
  await small.flush()
  await limits.load(clock.now())
  expect([hit(limits, 'a'), hit(limits, 'f'), hit(limits, 'f')]).toEqual([10, 0, 10])
})

test('of ten simultaneous stored calls exactly the limit passes', async () => {
  const waits = await Promise.all(Array.from({ length: 10 }, () => hitStored()))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})

test('a stored call costs one statement', async () => {
  await database.transaction(async (tx) => {
    const counted = { count: 0 }
    await roundTrips.run(counted, () => limits.hitStored(tx, rule, 'a', clock.now()))
    expect(counted.count).toBe(1)
  })
})

test('a count written by a clock that was far ahead blocks no one', async () => {
  clock.advance(86_400)
  for (let turn = 0; turn < 3; turn += 1) await hitStored()
  clock.advance(-86_400)
  expect(await hitStored()).toBe(0)
})

test('disabled limits count nothing', async () => {
  const off = createLimits({ database, isEnabled: false })
  for (let turn = 0; turn < 10; turn += 1) expect(hit(off)).toBe(0)
})
