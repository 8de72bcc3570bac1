// Databases: both.
import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { WORK_CHANNEL, wakeOf } from './wake.ts'

test('many wake-ups in a row send one notification, and a later one sends another', async () => {
  const sent: string[] = []
  const wake = wakeOf({ notify: async (channel) => void sent.push(channel) }, () => undefined)
  for (let turn = 0; turn < 100; turn += 1) wake()
  await expect.poll(() => sent).toEqual([WORK_CHANNEL])
  wake()
  await expect.poll(() => sent).toHaveLength(2)
})

test('a notification that could not be sent is reported', async () => {
  const faults: unknown[] = []
  const wake = wakeOf({ notify: async () => Promise.reject(new Error('away')) }, (error) => void faults.push(error))
  wake()
  await expect.poll(() => faults).toHaveLength(1)
})

test('a listener on the work channel is called', async () => {
  const database = await testDatabase()
  const received = Promise.withResolvers<void>()
  const stop = await database.listen(WORK_CHANNEL, () => received.resolve())
  wakeOf(database, (error) => received.reject(error))()
  await received.promise
  await stop()
})
