import { expect, test } from 'vitest'
import { Refusal, refuse } from '#kernel/refusal.ts'
import type { RunTransaction, Tx } from '../database/database.ts'
import { refusals } from '../idempotency/refusals.ts'
import type { FinalAnswer } from '../idempotency/settle.ts'
import { type AttemptSteps, attempt, endAttempt } from './attempt.ts'

type Steps = AttemptSteps<string, string, string, string>

const declined = () => new Refusal(refusals.IdempotencyKeyInUse)

/** A request whose transactions, settled answers and steps are written to `log`, in their order. */
function setUp(changes: Partial<Steps> = {}) {
  const log: string[] = []
  let isOpen = false
  const transaction: RunTransaction = async (run) => {
    log.push('begin')
    isOpen = true
    try {
      const result = await run(undefined as unknown as Tx)
      log.push('commit')
      return result
    } catch (error) {
      log.push('rollback')
      throw error
    } finally {
      isOpen = false
    }
  }
  const settle = async (_: Tx, answer: FinalAnswer) => {
    log.push(answer instanceof Refusal ? 'settle refusal' : `settle ${answer.body}`)
  }
  const steps: Steps = {
    lock: async () => 'order',
    begin: async (_, subject) => ({ intent: `pay ${subject}` }),
    call: async ({ intent, isResumed }) => {
      log.push(`${isResumed ? 'look up' : 'call'} ${intent} ${isOpen ? 'inside' : 'outside'}`)
      return 'paid'
    },
    record: async (_, { intent, outcome }) => ({ body: `${intent}: ${outcome}` }),
    ...changes,
  }
  return { log, transaction, run: () => attempt({ transaction, settle }, steps) }
}

test('the intent is committed before the call, and the outcome is recorded and settled in a second transaction', async () => {
  const { log, run } = setUp()
  expect(await run()).toBe('pay order: paid')
  expect(log).toEqual(['begin', 'commit', 'call pay order outside', 'begin', 'settle pay order: paid', 'commit'])
})

test('an answer without an intent is settled in the first transaction, and nothing is called', async () => {
  const { log, run } = setUp({ begin: async () => ({ body: 'free' }) })
  expect(await run()).toBe('free')
  expect(log).toEqual(['begin', 'settle free', 'commit'])
})

test('a repeat goes on with the intent of the earlier run, which the other system may know', async () => {
  const { log, run } = setUp({
    repeat: async (_, subject) => ({ intent: `earlier ${subject}` }),
    begin: () => Promise.reject(new Error('It begins again')),
  })
  expect(await run()).toBe('earlier order: paid')
  expect(log).toContain('look up earlier order outside')
})

test('a repeat of an attempt that has ended is answered without a call', async () => {
  const { log, run } = setUp({ repeat: async () => ({ body: 'paid before' }) })
  expect(await run()).toBe('paid before')
  expect(log).toEqual(['begin', 'settle paid before', 'commit'])
})

test('an attempt that no earlier run has begun begins', async () => {
  const { run } = setUp({ repeat: async () => undefined })
  expect(await run()).toBe('pay order: paid')
})

test('a refusal that is returned is settled and committed before it is thrown', async () => {
  const early = setUp({ begin: async () => declined() })
  await expect(early.run()).rejects.toBeInstanceOf(Refusal)
  expect(early.log).toEqual(['begin', 'settle refusal', 'commit'])
  const late = setUp({ record: async () => declined() })
  await expect(late.run()).rejects.toBeInstanceOf(Refusal)
  expect(late.log.slice(-3)).toEqual(['begin', 'settle refusal', 'commit'])
})

test('a refusal that is thrown undoes its transaction and is not settled', async () => {
  const { log, run } = setUp({ begin: async () => refuse(refusals.IdempotencyKeyInUse) })
  await expect(run()).rejects.toBeInstanceOf(Refusal)
  expect(log).toEqual(['begin', 'rollback'])
})

test('an error of the call leaves the committed intent as it is', async () => {
  const { log, run } = setUp({ call: () => Promise.reject(new Error('No connection')) })
  await expect(run()).rejects.toThrow('No connection')
  expect(log).toEqual(['begin', 'commit'])
})

test('the second half of an attempt is performed alone', async () => {
  const { log, transaction } = setUp()
  const ended = await endAttempt(transaction, {
    intent: 'pay order',
    isResumed: true,
    call: async ({ isResumed }) => (isResumed ? 'paid before' : 'paid'),
    record: async (_, { intent, outcome }) => `${intent}: ${outcome}`,
  })
  expect(ended).toBe('pay order: paid before')
  expect(log).toEqual(['begin', 'commit'])
})
