import { beforeEach, expect, test } from 'vitest'
import { AnswerNeeded } from '#kernel/changes/answer-needed.ts'
import type { Bindings } from '#platform/bindings.ts'
import type { Settings } from '#platform/config.ts'
import { type EngineDeps, taxSourcesOf } from './answers.ts'
import type { EngineAnswer, EngineQuestion, TaxEngine } from './engine.ts'
import { takeStatus } from './status.ts'

const START = new Date('2026-11-26T12:00:00.000Z')
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000)
const question = (amount: number): EngineQuestion => ({
  amount,
  currency: 'eur',
  behavior: 'inclusive',
  country: 'PT',
  state: null,
  city: null,
  postalCode: null,
  line1: null,
  taxId: null,
  date: '2026-11-26',
})
const calculated: EngineAnswer = { kind: 'calculated', id: null, taxAmount: 0, reason: 'not_collecting', taxes: [] }

const recorded = async () => ({ kind: 'recorded', transactionId: 'tax_1', lineId: 'line_1' }) as const

let answer: EngineAnswer = calculated
let calls = 0
let server: EngineDeps
beforeEach(() => {
  calls = 0
  server = aServer(async () => {
    calls += 1
    return answer
  })
})

/** A server whose tax service gives these answers. */
function aServer(calculate: () => Promise<EngineAnswer>): EngineDeps {
  const engine: TaxEngine = {
    calculate,
    check: async () => ({ kind: 'active' }),
    recordsCurrency: () => true,
    recordSale: recorded,
    recordReversal: recorded,
    recordRestoration: recorded,
  }
  return { bindings: { taxEngines: { stripe: async () => engine } } as Bindings, settings: {} as Settings }
}

/** Asks until there is an answer. */
async function askAt(amount: number, now: Date, deps = server): Promise<EngineAnswer> {
  const { answers } = taxSourcesOf(deps)
  try {
    return answers.answerOf('stripe', question(amount), now)
  } catch (error) {
    if (!(error instanceof AnswerNeeded)) throw error
    for (const find of error.finders) await find()
    return answers.answerOf('stripe', question(amount), now)
  }
}

test('an answer counts for ten minutes, for its question alone', async () => {
  answer = calculated
  expect(await askAt(1, START)).toEqual(calculated)
  await askAt(1, later(599))
  expect(calls).toBe(1)
  await askAt(2, START)
  await askAt(1, later(600))
  expect(calls).toBe(3)
})

test('a service that is not set up is asked again after 20 seconds', async () => {
  answer = { kind: 'inactive', cause: 'not set up' }
  await askAt(1, START)
  await askAt(1, later(19))
  expect(calls).toBe(1)
  await askAt(1, later(20))
  expect(calls).toBe(2)
})

test('a service that is down is asked about eight sales, and again after 20 seconds', async () => {
  answer = { kind: 'unavailable', cause: 'down' }
  for (let amount = 1; amount <= 20; amount += 1) expect(await askAt(amount, START)).toMatchObject({ kind: 'unavailable' })
  expect(calls).toBe(8)
  answer = calculated
  expect(await askAt(1, later(20))).toEqual(calculated)
  expect(await askAt(20, later(20))).toEqual(calculated)
  expect(calls).toBe(10)
})

test('the answers of a server, and what it knows of an outage, are not those of another one in its process', async () => {
  answer = { kind: 'unavailable', cause: 'down' }
  for (let amount = 1; amount <= 9; amount += 1) await askAt(amount, START)
  const other = aServer(async () => ({ ...calculated, taxAmount: 7 }))
  expect(await askAt(1, START, other)).toMatchObject({ taxAmount: 7 })
  expect(await askAt(1, START)).toMatchObject({ kind: 'unavailable' })
})

test('the status of a service that a server has asked for is not taken by another one', async () => {
  const other = aServer(async () => answer)
  const finders = needed(() => takeStatus(other, 'stripe', START))
  for (const find of finders) await find()
  expect(needed(() => takeStatus(server, 'stripe', START))).toHaveLength(1)
  expect(takeStatus(other, 'stripe', START)).toEqual({ kind: 'active' })
})

function needed(take: () => unknown): AnswerNeeded['finders'] {
  try {
    take()
    return []
  } catch (error) {
    if (error instanceof AnswerNeeded) return error.finders
    throw error
  }
}
