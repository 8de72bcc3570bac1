import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { WORK_CHANNEL, wakeOf } from './wake.ts'

test('however often it is called, waking sends one message, and another one later', async () => {
  const sent: string[] = []
  const wake = wakeOf({ notify: async (channel) => void sent.push(channel) }, () => undefined)
  for (let turn = 0; turn < 100; turn += 1) wake()
  await expect.poll(() => sent).toEqual([WORK_CHANNEL])
  wake()
  await expect.poll(() => sent).toHaveLength(2)
})

test('a message that could not be sent is told and stops nothing', async () => {
  const faults: unknown[] = []
  const wake = wakeOf({ notify: async () => Promise.reject(new Error('away')) }, (error) => void faults.push(error))
  wake()
  await expect.poll(() => faults).toHaveLength(1)
})

test('who listens to the database hears it', async () => {
  const database = await testDatabase()
  const heard = Promise.withResolvers<void>()
  const stop = await database.listen(WORK_CHANNEL, () => heard.resolve())
  wakeOf(database, (error) => heard.reject(error))()
  await heard.promise
  await stop()
})
