import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPasswords } from './argon2.ts'
import { boundedQueue } from './queue.ts'

const passwords = createPasswords()

test('a password matches its hash, and no other does', async () => {
  const hash = await passwords.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify('correct horse', hash)).toEqual({ matches: true, isOutdated: false })
  expect(await passwords.verify('correct horsf', hash)).toEqual({ matches: false, isOutdated: false })
})

test('a password typed on another keyboard is the same password', async () => {
  const hash = await passwords.hash('caf\u00e9')
  expect((await passwords.verify('cafe\u0301', hash)).matches).toBe(true)
})

// Accents without end, put into order before they are checked, would outlast the test by a minute.
test('a password longer than any can be is nobody’s, and is told as fast as another', async () => {
  const none = await passwords.hash('')
  for (const long of ['x'.repeat(4097), `a${'\u0323\u0301'.repeat(250_000)}`])
    for (const stored of [none, null]) expect(await passwords.verify(long, stored)).toEqual({ matches: false, isOutdated: false })
})

test('an imported scrypt hash is known, and to be replaced', async () => {
  const salt = '00112233445566778899aabbccddeeff'
  const key = scryptSync('caf\u00e9 12345', salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 1024 * 1024 }).toString('hex')
  expect(await passwords.verify('cafe\u0301 12345', `${salt}:${key}`)).toEqual({ matches: true, isOutdated: true })
  expect((await passwords.verify('other', `${salt}:${key}`)).matches).toBe(false)
})

test('weaker argon2 hashes are to be replaced', async () => {
  const { hash } = await import('@node-rs/argon2')
  const weaker = await hash('correct horse', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  expect(await passwords.verify('correct horse', weaker)).toEqual({ matches: true, isOutdated: true })
})

test.for([null, '', 'plain', 'xyz:abc'])('against nothing usable (%s) every password is wrong', async (stored) => {
  expect(await passwords.verify('whatever', stored)).toEqual({ matches: false, isOutdated: false })
})

test('the queue runs so many at once, in order, and refuses those beyond its bound with 503', async () => {
  const queued = boundedQueue({ atOnce: 2, waiting: 2, waitMs: 10_000 })
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (number: number) =>
    queued(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(number)
      ends.push(resolve)
      return promise
    })
  const all = [1, 2, 3, 4].map(work)
  await expect(work(5)).rejects.toMatchObject({ status: 503 })
  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await all[0]
  expect(begun).toEqual([1, 2, 3])
  for (const at of [1, 2]) ends[at]?.()
  await Promise.all([all[1], all[2]])
  ends[3]?.()
  await Promise.all(all)
  expect(begun).toEqual([1, 2, 3, 4])
})

test('who waits too long is refused, and the others go on', async () => {
  const queued = boundedQueue({ atOnce: 1, waiting: 2, waitMs: 5 })
  const first = Promise.withResolvers<string>()
  const running = queued(() => first.promise)
  await expect(queued(async () => 'late')).rejects.toMatchObject({ status: 503 })
  first.resolve('done')
  expect(await running).toBe('done')
  expect(await queued(async () => 'next')).toBe('next')
})

test('work that fails gives its place to the next', async () => {
  const queued = boundedQueue({ atOnce: 1, waiting: 5, waitMs: 1000 })
  const failing = queued(async () => {
    throw new Error('broken')
  })
  const next = queued(async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})
