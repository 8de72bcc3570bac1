// What is to be done at another service for the grants of one customer: one step after the other. Pure.
import type { CallOutcome, FailedCall } from '#merchant/linked-accounts/model.ts'
import { type BenefitGrant, type GrantProperties, isGranted } from './model.ts'
import { fail, failRevocation, type GrantFailure, type GrantOutcome, isAttemptDue, revoke, succeed } from './rules.ts'

/** The account that has access by a grant, and what to. */
export interface Access {
  readonly accountId: string
  readonly target: string
}

/** A grant of a benefit at another service. */
export interface OutsideGrant {
  readonly grant: BenefitGrant
  /** What it has there; null: nothing. */
  readonly held: Access | null
  /** What the benefit says now. */
  readonly target: string
  /** Whether what it has is all that the benefit says. */
  readonly isApplied: boolean
}

/**
 * `give`, `take`: a call · `release`: the grant has nothing there any more, without a call, because another grant shares its access or it
 * never had any.
 */
export type OutsideStep = 'give' | 'take' | 'release'

/** The next step of a grant; null where there is none now. `others` are the customer's other grants of the kind. */
export function nextStep(own: OutsideGrant, others: readonly OutsideGrant[], now: Date): OutsideStep | null {
  const { grant, held } = own
  if (held === null && !grant.isEntitled) return grant.revokedAt === null ? 'release' : null
  if (held !== null && isLeft(own, held)) {
    if (others.some((other) => isSharedWith(other, held))) return 'release'
    return isAttemptDue(grant, now) ? 'take' : null
  }
  return isGranted(grant) && own.isApplied ? null : isAttemptDue(grant, now) ? 'give' : null
}

// It is revoked, the benefit says something else, or the customer has chosen another account.
function isLeft({ grant: { isEntitled, chosenAccountId }, target }: OutsideGrant, held: Access): boolean {
  return !isEntitled || held.target !== target || (chosenAccountId !== null && chosenAccountId !== held.accountId)
}

// Rule Y3: the access is undone only with the last grant of it.
function isSharedWith({ grant, held, target }: OutsideGrant, of: Access): boolean {
  return grant.isEntitled && held !== null && held.accountId === of.accountId && held.target === of.target && held.target === target
}

/** A step that is due. */
export interface OutsideTask {
  readonly step: OutsideStep
  readonly own: OutsideGrant
}

/** The first step that is due: what is given comes first, so that it is shared and not taken in between. */
export function nextTask(grants: readonly OutsideGrant[], now: Date): OutsideTask | null {
  const tasks = grants.flatMap((own) => {
    const others = grants.filter((other) => other !== own)
    const step = nextStep(own, others, now)
    return step === null ? [] : [{ step, own }]
  })
  return tasks.find(({ step }) => step === 'give') ?? tasks[0] ?? null
}

/** An answer of the service, and for which properties of the benefit. */
export interface GiveResult {
  readonly outcome: CallOutcome<GrantProperties>
  readonly benefitProperties: GrantProperties
}

/**
 * The grant after a call that gives access. It may have been revoked meanwhile: then it has the access, which the next step takes, and a
 * failure concerns it no more.
 */
export function afterGive(grant: BenefitGrant, { outcome, benefitProperties }: GiveResult, now: Date): GrantOutcome {
  if (outcome.kind !== 'done') {
    if (!grant.isEntitled) return { next: grant, events: [] }
    const { next, events } = fail(grant, failureOf(outcome), now)
    return { next: { ...next, benefitProperties }, events }
  }
  const properties = outcome.value
  if (!grant.isEntitled) return { next: { ...grant, properties, modifiedAt: now }, events: [] }
  return succeed(grant, { properties, benefitProperties, periodStart: grant.periodStart, now })
}

/** The grant after a call that takes its access, or without one where another grant shares it. It may have been granted again meanwhile. */
export function afterTake(grant: BenefitGrant, outcome: CallOutcome, now: Date): GrantOutcome {
  if (outcome.kind !== 'done') {
    const failure = failureOf(outcome)
    return grant.isEntitled ? fail(grant, failure, now) : failRevocation(grant, failure, now)
  }
  const released = { ...grant, properties: {}, error: null, attempts: 0, nextAttemptAt: null, modifiedAt: now }
  if (grant.isEntitled) return { next: { ...grant, properties: {}, modifiedAt: now }, events: [] }
  return grant.revokedAt === null ? revoke(released, now) : { next: released, events: ['benefit_grant.updated'] }
}

function failureOf(call: FailedCall): GrantFailure {
  const { sentence: message } = call
  if (call.kind === 'action_required') return { type: 'ACTION_REQUIRED', message }
  if (call.kind === 'permanent') return { type: 'PERMANENT', message }
  return { type: 'TRANSIENT', message, retryAfterSeconds: call.retryAfterSeconds ?? undefined }
}
