// Whether an organization can let a tax service decide.
import { AnswerNeeded } from '#kernel/changes/answer-needed.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { Merchant, ServiceEngineName, TaxEngineName } from '#merchant/merchants/model.ts'
import { type EngineDeps, loadEngine } from './answers.ts'
import type { EngineStatus } from './engine.ts'

const LOC = ['body', 'engine']
/** Longer than a check takes. A status that an aborted call left behind is older, and is not used. */
const FRESH_MS = 10_000

/** Whether an organization can choose a tax service: `test_organization` and `no_keys` say why it cannot. */
export const serviceAvailabilities = ['available', 'test_organization', 'no_keys'] as const
export type ServiceAvailability = (typeof serviceAvailabilities)[number]

/** The conditions that decide whether a tax service can be chosen. */
export interface ServiceConditions {
  readonly mode: Merchant['mode']
  readonly hasStripeKeys: boolean
}

/** Whether an organization can choose Stripe Tax. A sandbox asks no service about its sales: Stripe counts and charges each question. */
export function availabilityOf({ mode, hasStripeKeys }: ServiceConditions): ServiceAvailability {
  if (mode === 'test') return 'test_organization'
  return hasStripeKeys ? 'available' : 'no_keys'
}

/** Refuses the choice of a service that the organization cannot have (422). */
export function refuseEngine(engine: TaxEngineName | undefined, conditions: ServiceConditions): void {
  if (engine !== 'stripe' || availabilityOf(conditions) === 'available') return
  refuseProblems([valueProblem(LOC, 'Stripe Tax is for live organizations of a server with keys of Stripe.')])
}

type Checks = Map<ServiceEngineName, { readonly status: EngineStatus; readonly at: Date }>

const checksOf = new WeakMap<EngineDeps, Checks>()

/** Whether a service can work out taxes now. Throws `AnswerNeeded` first: each check is made anew, since its account may have changed. */
export function takeStatus(platform: EngineDeps, name: ServiceEngineName, now: Date): EngineStatus {
  const checks: Checks = checksOf.get(platform) ?? new Map()
  checksOf.set(platform, checks)
  const stored = checks.get(name)
  checks.delete(name)
  if (stored && now.getTime() - stored.at.getTime() < FRESH_MS) return stored.status
  throw new AnswerNeeded([async () => void checks.set(name, { status: await checkEngine(platform, name), at: now })])
}

/** Whether the service that an organization has chosen can work out taxes now; null where the table of rates decides. */
export async function findStatus(platform: EngineDeps, engine: TaxEngineName): Promise<EngineStatus | null> {
  return engine === 'built_in' ? null : checkEngine(platform, engine)
}

async function checkEngine(platform: EngineDeps, name: ServiceEngineName): Promise<EngineStatus> {
  return (await loadEngine(platform, name)).check(platform.settings)
}

/** Refuses a service that cannot work out taxes now (422): `ctx` says why, and what its account lacks. */
export function refuseInactive(status: EngineStatus): void {
  if (status.kind !== 'active') refuseProblems([problemOf(status)])
}

function problemOf(status: Exclude<EngineStatus, { readonly kind: 'active' }>): Problem {
  const missing = status.kind === 'inactive' ? status.missing : []
  const ctx = { reason: status.kind, missing_fields: missing }
  if (status.kind === 'unavailable') return { ...valueProblem(LOC, 'Stripe Tax does not answer. Try again in a minute.'), ctx }
  if (status.kind === 'refused')
    return { ...valueProblem(LOC, 'Stripe does not let the keys of this server read the settings of Stripe Tax.'), ctx }
  const lacking = missing.length === 0 ? '' : `: ${missing.join(', ')}`
  return { ...valueProblem(LOC, `Stripe Tax is not set up in the Stripe account of this server${lacking}.`), ctx }
}
