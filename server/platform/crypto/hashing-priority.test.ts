import { readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { lowerHashingPriority } from './hashing-priority.ts'

test.runIf(process.platform === 'linux')('the hashing threads get a lower priority, the main thread keeps its own', async () => {
  const before = getPriority(process.pid)
  // A file system call starts the threads.
  await stat('.')
  lowerHashingPriority()
  const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
  expect(Math.max(...priorities)).toBeGreaterThanOrEqual(5)
  expect(getPriority(process.pid)).toBe(before)
})
