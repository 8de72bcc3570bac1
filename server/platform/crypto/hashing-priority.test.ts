import { readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { lowerHashingPriority } from './hashing-priority.ts'

test.runIf(process.platform === 'linux')('the threads that hash give way, the one that answers does not', async () => {
  const before = getPriority(process.pid)
  // Whatever waits for the disk begins the threads.
  await stat('.')
  lowerHashingPriority()
  const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
  expect(Math.max(...priorities)).toBeGreaterThanOrEqual(5)
  expect(getPriority(process.pid)).toBe(before)
})
