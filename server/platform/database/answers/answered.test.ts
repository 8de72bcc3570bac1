import { expect, test } from 'vitest'
import { AnswerNeeded, needAll } from '#kernel/changes/answer-needed.ts'
import type { OpenDatabase, Tx } from '../database.ts'
import { answered } from './answered.ts'

/** A database that only counts its transactions, and says whether one is open. */
function countingDatabase() {
  const state = { isOpen: false, runs: 0 }
  const transaction: OpenDatabase['transaction'] = async (run) => {
    state.isOpen = true
    state.runs += 1
    try {
      return await run({} as Tx)
    } finally {
      state.isOpen = false
    }
  }
  return { state, database: answered({ transaction } as OpenDatabase) }
}

test('the answers of a batch are found outside of the transaction, which runs again once', async () => {
  const { state, database } = countingDatabase()
  const known = new Set<number>()
  const wasOpen: boolean[] = []
  const need = (each: number) =>
    new AnswerNeeded([
      async () => {
        wasOpen.push(state.isOpen)
        known.add(each)
      },
    ])
  const batch = Array.from({ length: 20 }, (_, at) => at)
  const result = await database.transaction(async () => {
    const missing = batch.filter((each) => !known.has(each)).map(need)
    if (missing.length > 0) throw needAll(missing)
    return 'done'
  })
  expect([result, state.runs, known.size]).toEqual(['done', 2, 20])
  expect(wasOpen).toEqual(batch.map(() => false))
})

test('an answer that is never enough, and any other error, ends the call', async () => {
  const { state, database } = countingDatabase()
  const never = database.transaction(async () => {
    throw new AnswerNeeded([async () => undefined])
  })
  await expect(never).rejects.toThrow(AnswerNeeded)
  expect(state.runs).toBe(6)
  await expect(
    database.transaction(async () => {
      throw new Error('other')
    }),
  ).rejects.toThrow('other')
  expect(state.runs).toBe(7)
})
