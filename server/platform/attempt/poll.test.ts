import { expect, test } from 'vitest'
import { monotonicMs } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { inIsolation, pollEach } from './poll.ts'

test('each object is queried, at most five at a time', async () => {
  let running = 0
  let most = 0
  const answers = await pollEach([1, 2, 3, 4, 5, 6, 7], async (object) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    return object * 10
  })
  expect(answers).toEqual([10, 20, 30, 40, 50, 60, 70])
  expect(most).toBe(5)
})

test('no query begins after the end of the run', async () => {
  expect(await pollEach([1, 2], async (object) => object, monotonicMs() - 1)).toEqual([])
})

test('an error is logged and postpones its object, and the others are queried', async () => {
  const log: unknown[] = []
  const tx = {} as Tx
  const platform = {
    log: { error: (...entry: readonly unknown[]) => log.push(entry) },
    database: { transaction: <T>(run: (handle: Tx) => Promise<T>) => run(tx) },
  } as unknown as Platform
  const postponed: unknown[] = []
  const queried: string[] = []
  const error = new Error('No row')
  const query = inIsolation(
    platform,
    {
      sentence: 'It could not be settled.',
      subject: (id: string) => ({ refundId: id }),
      postpone: async (handle, id) => void postponed.push([handle === tx, id]),
    },
    async (id: string) => {
      if (id === 'a') throw error
      queried.push(id)
    },
  )
  await pollEach(['a', 'b'], query)
  expect(queried).toEqual(['b'])
  expect(postponed).toEqual([[true, 'a']])
  expect(log).toEqual([['It could not be settled.', { refundId: 'a', error }]])
})
