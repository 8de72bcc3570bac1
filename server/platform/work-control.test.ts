import { describe, expect, test } from 'vitest'
import { type WorkProgress, workInBatches } from './work-control.ts'

/** Works on the numbers from 1 to `count` in batches of two, and ends the work once `endsAfter` is done. */
async function workOn(count: number, endsAfter = Number.POSITIVE_INFINITY) {
  const rows = Array.from({ length: count }, (_, index) => index + 1)
  const worked: number[] = []
  const progress: WorkProgress[] = []
  const ending = new AbortController()
  const result = await workInBatches<number>(
    {
      noun: 'numbers',
      size: 2,
      read: async (last = 0, size) => rows.slice(last, last + size),
      work: (batch) => {
        worked.push(...batch)
        if (worked.length >= endsAfter) ending.abort()
        return batch.length
      },
    },
    { onProgress: (each) => progress.push(each), signal: ending.signal },
  )
  return { ...result, worked, reported: progress.map(({ done }) => done) }
}

describe('work in batches', () => {
  test.each([
    { count: 0, worked: [], reported: [] },
    { count: 1, worked: [1], reported: [] },
    { count: 2, worked: [1, 2], reported: [2] },
    { count: 5, worked: [1, 2, 3, 4, 5], reported: [2, 4] },
  ])('works on each of $count rows once', async ({ count, ...expected }) => {
    expect(await workOn(count)).toEqual({ done: count, isComplete: true, ...expected })
  })

  test('ends after the present batch once it is aborted', async () => {
    expect(await workOn(5, 1)).toEqual({ done: 2, isComplete: false, worked: [1, 2], reported: [] })
  })

  test('is complete where it is aborted in the last batch', async () => {
    expect(await workOn(3, 3)).toMatchObject({ done: 3, isComplete: true })
  })
})
