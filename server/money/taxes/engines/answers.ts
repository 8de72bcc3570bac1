// The answers of tax services that this process has lately been given.
import { present } from '#kernel/assert.ts'
import { AnswerNeeded } from '#kernel/changes/answer-needed.ts'
import type { ServiceEngineName } from '#merchant/merchants/model.ts'
import type { Settings } from '#platform/config.ts'
import type { EngineAnswer, EngineQuestion, TaxEngine } from './engine.ts'

const engines = new Map<ServiceEngineName, () => Promise<TaxEngine>>()

/** Names the adapter of a service; it is loaded with the first question. */
export function bindEngine(name: ServiceEngineName, load: () => Promise<TaxEngine>): void {
  engines.set(name, load)
}

/** The adapter of a service. */
export function loadEngine(name: ServiceEngineName): Promise<TaxEngine> {
  return present(engines.get(name), 'The adapter of a tax service')()
}

/** More than a batch of renewals needs. */
const ANSWERS_MAXIMUM = 5000
const FRESH_MS = 10 * 60_000
/** While a service is down, or its account is not set up, sales do not each wait for it. */
const UNAVAILABLE_MS = 20_000

/** Questions in a row without an answer, after which a batch does not wait for each of its others. */
const OUTAGE_COUNT = 8

interface StoredAnswer {
  readonly answer: EngineAnswer
  /** Milliseconds of the seller's time. */
  readonly until: number
}

const outages = new Map<ServiceEngineName, { readonly count: number; readonly until: number }>()
const answers = new Map<string, StoredAnswer>()

/** The answer of a service, by the seller's time; throws `AnswerNeeded` where this process has none. */
export function answerOf(name: ServiceEngineName, question: EngineQuestion, now: Date): EngineAnswer {
  const key = JSON.stringify([name, question])
  const stored = answers.get(key)
  if (stored && stored.until > now.getTime()) return stored.answer
  throw new AnswerNeeded<Settings>([async (settings) => store(key, await ask({ name, question, now }, settings))])
}

/** A question for the service of this name, and the seller's time. */
interface PendingQuestion {
  readonly name: ServiceEngineName
  readonly question: EngineQuestion
  readonly now: Date
}

async function ask({ name, question, now }: PendingQuestion, settings: Settings): Promise<StoredAnswer> {
  const downUntil = now.getTime() + UNAVAILABLE_MS
  const outage = outages.get(name) ?? { count: 0, until: 0 }
  if (outage.count >= OUTAGE_COUNT && outage.until > now.getTime())
    return { answer: { kind: 'unavailable', cause: 'The service is down.' }, until: downUntil }
  const answer = await (await loadEngine(name)).calculate(question, settings)
  const isDown = answer.kind === 'unavailable'
  outages.set(name, isDown ? { count: (outages.get(name)?.count ?? 0) + 1, until: downUntil } : { count: 0, until: 0 })
  return { answer, until: isDown || answer.kind === 'inactive' ? downUntil : now.getTime() + FRESH_MS }
}

function store(key: string, stored: StoredAnswer): void {
  answers.delete(key)
  const [oldest] = answers.keys()
  if (answers.size >= ANSWERS_MAXIMUM && oldest !== undefined) answers.delete(oldest)
  answers.set(key, stored)
}

/** Forgets all answers, as a restart does. */
export function forgetAnswers(): void {
  answers.clear()
  outages.clear()
}
