// The answers of tax services that a server has lately been given.
import { AnswerNeeded } from '#kernel/changes/answer-needed.ts'
import type { ServiceEngineName } from '#merchant/merchants/model.ts'
import type { Platform } from '#platform/platform.ts'
import type { TaxSources } from '../rules.ts'
import type { EngineAnswer, EngineAnswers, EngineQuestion, TaxEngine } from './engine.ts'

declare module '#platform/bindings.ts' {
  interface Bindings {
    /** The adapter of each tax service; it is loaded with the first question. */
    readonly taxEngines: Readonly<Record<ServiceEngineName, () => Promise<TaxEngine>>>
  }
}

/** The dependencies of asking a tax service. */
export type EngineDeps = Pick<Platform, 'bindings' | 'settings'>

/** The adapter of a service. */
export function loadEngine({ bindings }: Pick<Platform, 'bindings'>, name: ServiceEngineName): Promise<TaxEngine> {
  return bindings.taxEngines[name]()
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

const known = new WeakMap<EngineDeps, EngineAnswers>()

/** The sources of the taxes of sales on this server: the rates that count where a merchant enters none, and the answers of tax services. */
export function taxSourcesOf(platform: EngineDeps): TaxSources {
  return { standardRates: platform.settings.TAX_RATES_FILE, answers: answersOf(platform) }
}

/** The answers of tax services that this server has. */
export function answersOf(platform: EngineDeps): EngineAnswers {
  const answers = known.get(platform) ?? createAnswers(platform)
  known.set(platform, answers)
  return answers
}

function createAnswers(deps: EngineDeps): EngineAnswers {
  const outages = new Map<ServiceEngineName, { readonly count: number; readonly until: number }>()
  const answers = new Map<string, StoredAnswer>()
  const ask = async (name: ServiceEngineName, question: EngineQuestion, now: Date): Promise<StoredAnswer> => {
    const downUntil = now.getTime() + UNAVAILABLE_MS
    const outage = outages.get(name) ?? { count: 0, until: 0 }
    if (outage.count >= OUTAGE_COUNT && outage.until > now.getTime())
      return { answer: { kind: 'unavailable', cause: 'The service is down.' }, until: downUntil }
    const answer = await (await loadEngine(deps, name)).calculate(question, deps.settings)
    const isDown = answer.kind === 'unavailable'
    outages.set(name, isDown ? { count: (outages.get(name)?.count ?? 0) + 1, until: downUntil } : { count: 0, until: 0 })
    return { answer, until: isDown || answer.kind === 'inactive' ? downUntil : now.getTime() + FRESH_MS }
  }
  return {
    answerOf: (name, question, now) => {
      const key = JSON.stringify([name, question])
      const stored = answers.get(key)
      if (stored && stored.until > now.getTime()) return stored.answer
      throw new AnswerNeeded([async () => store(answers, key, await ask(name, question, now))])
    },
    forget: () => {
      answers.clear()
      outages.clear()
    },
  }
}

function store(answers: Map<string, StoredAnswer>, key: string, stored: StoredAnswer): void {
  answers.delete(key)
  const [oldest] = answers.keys()
  if (answers.size >= ANSWERS_MAXIMUM && oldest !== undefined) answers.delete(oldest)
  answers.set(key, stored)
}
