import { expect, test } from 'vitest'
import type { Platform } from '../platform.ts'
import { type DeleteBatch, sweepJob } from './sweep.ts'

const now = new Date('2026-06-01T00:00:00.000Z')
const platform = { database: { transaction: (run: (tx: unknown) => unknown) => run({}) } } as unknown as Platform

/** A kind of row with `rows` expired ones, and the order in which the kinds were deleted from. */
function backlog(rows: number, name: string, order: string[]): DeleteBatch {
  let left = rows
  return async (_tx, limit) => {
    const deleted = Math.min(limit, left)
    left -= deleted
    order.push(name)
    return deleted
  }
}

async function sweep(...deletions: DeleteBatch[]): Promise<void> {
  const { run } = sweepJob({ kind: 'test:sweep', deletions: () => deletions })
  await run({}, platform, { id: '', attempt: 1, isLastAttempt: false, wasInterrupted: false, now })
}

test('a run deletes every expired row, however many there are', async () => {
  const order: string[] = []
  await sweep(backlog(250_500, 'events', order))
  expect(order).toHaveLength(251)
})

test('the kinds of rows take turns', async () => {
  const order: string[] = []
  await sweep(backlog(2500, 'events', order), backlog(10, 'keys', order))
  expect(order).toEqual(['events', 'keys', 'events', 'events'])
})
