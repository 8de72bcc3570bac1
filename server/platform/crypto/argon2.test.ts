import { scryptSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createPasswords } from './argon2.ts'
import { boundedQueue } from './queue.ts'

// The hashing threads have a low priority: beside other work a hash may take seconds.
vi.setConfig({ testTimeout: 30_000 })

const passwords = createPasswords()

test('a password matches its own hash only', async () => {
  const hash = await passwords.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify('correct horse', hash)).toEqual({ matches: true, isOutdated: false })
  expect(await passwords.verify('correct horsf', hash)).toEqual({ matches: false, isOutdated: false })
})

test('composed and decomposed characters are the same password', async () => {
  const hash = await passwords.hash('caf\u00e9')
  expect((await passwords.verify('cafe\u0301', hash)).matches).toBe(true)
})

// Endless accents, normalized before the length check, would exceed the time limit of the test by a minute.
test('a password beyond the maximum length never matches, and is rejected as fast as any other', async () => {
  const none = await passwords.hash('')
  for (const long of ['x'.repeat(4097), `a${'\u0323\u0301'.repeat(250_000)}`])
    for (const stored of [none, null]) expect(await passwords.verify(long, stored)).toEqual({ matches: false, isOutdated: false })
})

test('an imported scrypt hash is verified and reported as outdated', async () => {
  const salt = '00112233445566778899aabbccddeeff'
  const key = scryptSync('caf\u00e9 12345', salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 1024 * 1024 }).toString('hex')
  expect(await passwords.verify('cafe\u0301 12345', `${salt}:${key}`)).toEqual({ matches: true, isOutdated: true })
  expect((await passwords.verify('other', `${salt}:${key}`)).matches).toBe(false)
})

test('a weaker argon2 hash is verified and reported as outdated', async () => {
  const { hash } = await import('@node-rs/argon2')
  const weaker = await hash('correct horse', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  expect(await passwords.verify('correct horse', weaker)).toEqual({ matches: true, isOutdated: true })
})

test.for([null, '', 'plain', 'xyz:abc'])('no password matches an unusable hash (%s)', async (stored) => {
  expect(await passwords.verify('any password', stored)).toEqual({ matches: false, isOutdated: false })
})

test('the queue runs a bounded number at once, in order, and refuses calls beyond its bound with 503', async () => {
  const queued = boundedQueue({ atOnce: 2, waiting: 2, waitMs: 10_000 })
  const ends: (() => void)[] = []
  const started: number[] = []
  const work = (number: number) =>
    queued(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      started.push(number)
      ends.push(resolve)
      return promise
    })
  const all = [1, 2, 3, 4].map(work)
  await expect(work(5)).rejects.toMatchObject({ status: 503 })
  expect(started).toEqual([1, 2])
  ends[0]?.()
  await all[0]
  expect(started).toEqual([1, 2, 3])
  for (const at of [1, 2]) ends[at]?.()
  await Promise.all([all[1], all[2]])
  ends[3]?.()
  await Promise.all(all)
  expect(started).toEqual([1, 2, 3, 4])
})

test('a call that waits too long is refused, and the others continue', async () => {
  const queued = boundedQueue({ atOnce: 1, waiting: 2, waitMs: 5 })
  const first = Promise.withResolvers<string>()
  const running = queued(() => first.promise)
  await expect(queued(async () => 'late')).rejects.toMatchObject({ status: 503 })
  first.resolve('done')
  expect(await running).toBe('done')
  expect(await queued(async () => 'next')).toBe('next')
})

test('a call that fails frees its slot for the next', async () => {
  const queued = boundedQueue({ atOnce: 1, waiting: 5, waitMs: 1000 })
  const failing = queued(async () => {
    throw new Error('broken')
  })
  const next = queued(async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})
