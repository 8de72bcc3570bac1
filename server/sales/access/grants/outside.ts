// The steps to take at another service for the grants of one customer, one after the other. Pure.
import { present } from '#kernel/assert.ts'
import type { CallOutcome, FailedCall } from '#merchant/linked-accounts/model.ts'
import { type BenefitGrant, type GrantProperties, isGranted } from './model.ts'
import { fail, failRevocation, type GrantFailure, type GrantOutcome, isAttemptDue, revoke, succeed } from './rules.ts'

/** The account that has access by a grant, what to, and how much of it: a higher level has all that a lower one has. */
export interface Access {
  readonly accountId: string
  readonly target: string
  readonly level: number
}

/** A grant of a benefit at another service. */
export interface OutsideGrant {
  readonly grant: BenefitGrant
  /** The access that it has there, or may have by a call whose answer was lost; null: none. */
  readonly held: Access | null
  /** The target and the level that the benefit states now. */
  readonly target: string
  readonly level: number
  /** Whether what it has is all that the benefit says. False where the answer of a call was lost. */
  readonly isApplied: boolean
}

/**
 * `give`, `take`: a call · `lower`: a call that leaves the other grants of an access their own level · `release`: the grant has nothing there
 * any more, without a call, because another grant shares its access or it never had any.
 */
export type OutsideStep = 'give' | 'take' | 'lower' | 'release'

/** The next step of a grant; null where there is none now. `others` are the customer's other grants of the kind. */
export function nextStep(own: OutsideGrant, others: readonly OutsideGrant[], now: Date): OutsideStep | null {
  const { grant, held } = own
  if (held === null && !grant.isEntitled) return grant.revokedAt === null ? 'release' : null
  if (held !== null && isLeft(own, held)) {
    const shared = highestOf(sharing(others, held))
    if (shared !== undefined && shared.level >= held.level) return 'release'
    if (!isAttemptDue(grant, now)) return null
    return shared === undefined ? 'take' : 'lower'
  }
  return isGranted(grant) && own.isApplied ? null : isAttemptDue(grant, now) ? 'give' : null
}

// It is revoked, the benefit says something else, or the customer has chosen another account.
function isLeft({ grant: { isEntitled, chosenAccountId }, target }: OutsideGrant, held: Access): boolean {
  return !isEntitled || held.target !== target || (chosenAccountId !== null && chosenAccountId !== held.accountId)
}

/**
 * The grants that keep an access: it is undone only with the last of them (rule Y3), and has the highest of their levels (rule Y7). One that
 * was never granted is none of them: where its answer was lost it may have nothing there.
 */
function sharing(grants: readonly OutsideGrant[], of: Omit<Access, 'level'>): readonly OutsideGrant[] {
  return grants.filter(({ grant, held, target }) => {
    const isHeld = held?.accountId === of.accountId && held.target === of.target && held.target === target
    return grant.isEntitled && isGranted(grant) && isHeld
  })
}

function highestOf<Grant extends OutsideGrant>(grants: readonly Grant[]): Grant | undefined {
  return grants.toSorted((one, other) => other.level - one.level)[0]
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

/**
 * The grant whose benefit says how much access a call to `account` leaves (rule Y7): of those that keep the access, and of the one that is
 * given, that with the highest level.
 */
export function decisiveGrant<Grant extends OutsideGrant>(grants: readonly Grant[], { step, own }: OutsideTask, accountId: string): Grant {
  const target = step === 'give' ? own.target : own.held?.target
  const others = grants.filter((each) => each !== own && sharing([each], { accountId, target: target ?? own.target }).length > 0)
  return present(highestOf(step === 'give' ? [own as Grant, ...others] : others), 'A grant that keeps the access')
}

/** The grant before a call that gives access: where its answer is lost, the next step knows what it may have. */
export function beforeGive(grant: BenefitGrant, access: GrantProperties): BenefitGrant {
  return { ...grant, attemptedAccess: access }
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
    // A refusal gave nothing; without an answer it may have.
    const known = outcome.kind === 'transient' ? grant : { ...grant, attemptedAccess: null }
    if (!grant.isEntitled) return { next: known, events: [] }
    const { next, events } = fail(known, failureOf(outcome), now)
    return { next: { ...next, benefitProperties }, events }
  }
  const properties = outcome.value
  if (!grant.isEntitled) return { next: { ...grant, properties, attemptedAccess: null, modifiedAt: now }, events: [] }
  return succeed(grant, { properties, benefitProperties, periodStart: grant.periodStart, now })
}

/** The grant after a call that takes its access, or without one where another grant shares it. It may have been granted again meanwhile. */
export function afterTake(grant: BenefitGrant, outcome: CallOutcome, now: Date): GrantOutcome {
  if (outcome.kind !== 'done') {
    const failure = failureOf(outcome)
    return grant.isEntitled ? fail(grant, failure, now) : failRevocation(grant, failure, now)
  }
  const released = { ...grant, properties: {}, attemptedAccess: null, error: null, attempts: 0, nextAttemptAt: null, modifiedAt: now }
  if (grant.isEntitled) return { next: { ...grant, properties: {}, attemptedAccess: null, modifiedAt: now }, events: [] }
  return grant.revokedAt === null ? revoke(released, now) : { next: released, events: ['benefit_grant.updated'] }
}

function failureOf(call: FailedCall): GrantFailure {
  const { sentence: message, code } = call
  if (call.kind === 'action_required') return { type: 'ACTION_REQUIRED', message, code }
  if (call.kind === 'permanent') return { type: 'PERMANENT', message, code }
  return { type: 'TRANSIENT', message, code, retryAfterSeconds: call.retryAfterSeconds ?? undefined }
}
