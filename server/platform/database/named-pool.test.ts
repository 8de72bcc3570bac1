import { expect, test } from 'vitest'
import { namedPool, openTransaction, type RawClient, sendAhead } from './named-pool.ts'

/** A connection whose socket notes when it passes on what it holds. */
async function connectionWith(passed: string[]) {
  let held: string[] = []
  let depth = 0
  const pass = (): void => {
    if (depth === 0 && held.length > 0) passed.push(held.join('; '))
    if (depth === 0) held = []
  }
  const stream = {
    cork: () => {
      depth += 1
    },
    uncork: () => {
      depth -= 1
      pass()
    },
  }
  const client: RawClient = {
    query: async (query) => {
      held.push(typeof query === 'string' ? query : query.text)
      pass()
      return { rows: [] } as never
    },
    release: () => undefined,
    connection: { stream },
  }
  return namedPool({ connect: async () => client, end: async () => undefined }, () => undefined).connect()
}

const inTransaction = <T>(run: () => Promise<T>) =>
  openTransaction.run({ now: () => 0, open: false, lastAnswerMs: undefined, isCommitSent: false, longestGapMs: 0 }, run)

test('statements that are sent ahead travel with the next one', async () => {
  const passed: string[] = []
  await inTransaction(async () => {
    const connection = await connectionWith(passed)
    await connection.query('begin', [])
    await sendAhead(async () => void (await connection.query('insert', [])))
    expect(passed).toEqual([])
    await connection.query('commit', [])
  })
  expect(passed).toEqual(['begin; insert; commit'])
})

test('without a next statement they travel at the end of the turn', async () => {
  const passed: string[] = []
  await inTransaction(async () => {
    const connection = await connectionWith(passed)
    await connection.query('begin', [])
    await new Promise((resolve) => setImmediate(resolve))
    expect(passed).toEqual(['begin'])
    await connection.query('select', [])
  })
  expect(passed).toEqual(['begin', 'select'])
})
