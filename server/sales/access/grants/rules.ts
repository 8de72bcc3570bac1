// When benefits are granted, cycled and revoked (section 7 of the billing rules). Pure.
import type { Outcome } from '#kernel/changes/outcome.ts'
import { isPaid, type OrderStatus } from '#money/billing/orders/model.ts'
import { isActive, type Subscription } from '#money/billing/subscriptions/model.ts'
import { type BenefitGrant, type GrantError, type GrantErrorType, type GrantProperties, type GrantScope, isGranted } from './model.ts'

/** The names of the events about a grant. */
export type GrantEventName = 'benefit_grant.created' | 'benefit_grant.updated' | 'benefit_grant.cycled' | 'benefit_grant.revoked'

/** A grant after a change, and the events to emit. */
export type GrantOutcome = Outcome<BenefitGrant, GrantEventName>

/** The first delay of a retry, and the longest one, in seconds (rule Y4). */
const FIRST_DELAY_SECONDS = 15
const LONGEST_DELAY_SECONDS = 3600
/** Attempts until they were too many, and those that follow once a day (rule Y4). */
export const ATTEMPTS_MAXIMUM = 12
export const DAILY_ATTEMPTS = 7
const DAY_SECONDS = 86_400

/** Seconds from failed attempt `attempt`, from 1, to the next one: doubling, or what the provider asks for where that is longer. */
export function retryDelay(attempt: number, retryAfterSeconds = 0): number {
  return Math.max(Math.min(FIRST_DELAY_SECONDS * 2 ** (attempt - 1), LONGEST_DELAY_SECONDS), retryAfterSeconds)
}

/** Whether a customer has what an order sold: once it is paid, unless a refund has withdrawn it (rule Y2). */
export function hasAccessByOrder({ status, isWithdrawn }: { readonly status: OrderStatus; readonly isWithdrawn: boolean }): boolean {
  return isPaid(status) && !isWithdrawn
}

/** A subscription, and until when it gives access although a payment is overdue; null: none is overdue. */
export interface SubscribedAccess {
  readonly subscription: Pick<Subscription, 'status'>
  readonly accessEndsAt: Date | null
}

/** Whether a customer has what a subscription sells: in a trial, paid, or overdue within the merchant's grace period (rules Y2 and U5). */
export function hasAccessBySubscription({ subscription, accessEndsAt }: SubscribedAccess, now: Date): boolean {
  if (isActive(subscription)) return true
  return subscription.status === 'past_due' && accessEndsAt !== null && now < accessEndsAt
}

/** The changes that are needed so that a customer has the benefits that a scope is to give, and no others. */
export interface GrantDifference {
  /** Ids of benefits without a grant. */
  readonly missing: readonly string[]
  /** Grants that are to be granted again. */
  readonly again: readonly BenefitGrant[]
  readonly surplus: readonly BenefitGrant[]
  /** Grants that stay as they are. */
  readonly common: readonly BenefitGrant[]
}

/** Compares the benefits that a scope is to give, by their ids, with its grants (rule Y2). */
export function differenceOf(benefitIds: readonly string[], grants: readonly BenefitGrant[]): GrantDifference {
  const has = new Map(grants.map((grant) => [grant.benefitId, grant]))
  const isIn = new Set(benefitIds)
  return {
    missing: benefitIds.filter((id) => !has.has(id)),
    again: grants.filter(({ benefitId, isEntitled }) => !isEntitled && isIn.has(benefitId)),
    surplus: grants.filter(({ benefitId, isEntitled }) => isEntitled && !isIn.has(benefitId)),
    common: grants.filter(({ benefitId, isEntitled }) => isEntitled && isIn.has(benefitId)),
  }
}

/** A new grant. */
export interface GrantDraft extends GrantScope {
  readonly customerId: string
  readonly benefitId: string
}

/** A grant that the customer is to have, and does not yet. */
export function create(draft: GrantDraft, { id, now }: { readonly id: string; readonly now: Date }): BenefitGrant {
  return {
    id,
    organizationId: draft.organizationId,
    customerId: draft.customerId,
    benefitId: draft.benefitId,
    orderId: draft.orderId,
    subscriptionId: draft.subscriptionId,
    isEntitled: true,
    grantedAt: null,
    revokedAt: null,
    properties: {},
    benefitProperties: null,
    error: null,
    attempts: 0,
    nextAttemptAt: null,
    attemptedAccess: null,
    chosenAccountId: null,
    accessEndsAt: null,
    periodStart: null,
    createdAt: now,
    modifiedAt: null,
  }
}

/** The customer is to have a revoked grant again. */
export function entitle(grant: BenefitGrant): BenefitGrant {
  return { ...grant, isEntitled: true, grantedAt: null, revokedAt: null, error: null, attempts: 0, nextAttemptAt: null }
}

/** The result of a grant: the properties that its kind recorded, and those of the benefit that it was granted with. */
export interface GrantSuccess {
  readonly properties: GrantProperties
  readonly benefitProperties: GrantProperties
  /** The start of the period that it is for; null without a subscription. */
  readonly periodStart: Date | null
  readonly now: Date
}

// The first outcome of an entitlement announces the grant; later ones change it.
function announcementOf({ attempts, error, grantedAt, revokedAt }: BenefitGrant): GrantEventName {
  const isFirst = attempts === 0 && error === null && !isGranted({ grantedAt, revokedAt })
  return isFirst ? 'benefit_grant.created' : 'benefit_grant.updated'
}

/** The customer has the benefit. One who had it before has it since then. */
export function succeed(grant: BenefitGrant, { properties, benefitProperties, periodStart, now }: GrantSuccess): GrantOutcome {
  const next = {
    ...grant,
    properties,
    benefitProperties,
    periodStart,
    grantedAt: isGranted(grant) ? grant.grantedAt : now,
    revokedAt: null,
    error: null,
    attempts: 0,
    nextAttemptAt: null,
    attemptedAccess: null,
    chosenAccountId: null,
    modifiedAt: now,
  }
  return { next, events: [announcementOf(grant)] }
}

/** Why an attempt has failed. */
export interface GrantFailure {
  readonly type: Exclude<GrantErrorType, 'RETRIES_EXHAUSTED'>
  readonly message: string
  readonly code: GrantError['code']
  /** The time that the provider asks to wait, in seconds. */
  readonly retryAfterSeconds?: number | undefined
}

/**
 * An attempt to grant has failed (rule Y4): what the provider may accept later is attempted again, at most `ATTEMPTS_MAXIMUM` times and then
 * once a day for a week; for all else the customer or the merchant must act.
 */
export function fail(grant: BenefitGrant, failure: GrantFailure, now: Date): GrantOutcome {
  const next = { ...grant, ...failed(grant, failure, now), modifiedAt: now }
  const isRepeated = grant.error?.type === next.error.type && grant.error.message === next.error.message
  return { next, events: isRepeated ? [] : [announcementOf(grant)] }
}

function failed({ attempts: earlier }: BenefitGrant, { type, message, code, retryAfterSeconds }: GrantFailure, now: Date) {
  const attempts = earlier + 1
  const isExhausted = type === 'TRANSIENT' && attempts >= ATTEMPTS_MAXIMUM
  const hasNext = type === 'TRANSIENT' && attempts < ATTEMPTS_MAXIMUM + DAILY_ATTEMPTS
  const delay = isExhausted ? Math.max(DAY_SECONDS, retryAfterSeconds ?? 0) : retryDelay(attempts, retryAfterSeconds)
  const nextAttemptAt = hasNext ? new Date(now.getTime() + delay * 1000) : null
  const error: GrantError = { message, type: isExhausted ? 'RETRIES_EXHAUSTED' : type, timestamp: now.toISOString(), code }
  return { attempts, nextAttemptAt, error }
}

/**
 * An attempt to take from another service what a revoked grant gave has failed (rule Y4). After the last attempt the grant is revoked all the
 * same, and keeps the error.
 */
export function failRevocation(grant: BenefitGrant, failure: GrantFailure, now: Date): GrantOutcome {
  const next = { ...grant, ...failed(grant, failure, now), modifiedAt: now }
  if (next.error.type === 'TRANSIENT' || grant.revokedAt !== null) return { next, events: [] }
  return { next: { ...next, revokedAt: now }, events: ['benefit_grant.revoked'] }
}

/** The record of a grant has changed without an attempt: its license key was replaced. */
export function showKey(grant: BenefitGrant, properties: GrantProperties, now: Date): GrantOutcome {
  return { next: { ...grant, properties, modifiedAt: now }, events: ['benefit_grant.updated'] }
}

/** A grant is attempted again at once, with all its attempts. */
export function retry(grant: BenefitGrant, now: Date): BenefitGrant {
  return { ...grant, attempts: 0, nextAttemptAt: now }
}

/** A grant that waits for its customer is attempted again, because they have acted; any other stays as it is. */
export function resume(grant: BenefitGrant, now: Date): BenefitGrant {
  return grant.isEntitled && grant.error?.type === 'ACTION_REQUIRED' ? retry(grant, now) : grant
}

/** The customer has chosen the account that is to have the access of a grant. */
export function chooseAccount(grant: BenefitGrant, chosenAccountId: string, now: Date): BenefitGrant {
  return { ...retry(grant, now), chosenAccountId, modifiedAt: now }
}

/** Whether a merchant may have a grant attempted again: it has an error, and is not attempted at once anyway. */
export function isRetryable({ error }: Pick<BenefitGrant, 'error'>): boolean {
  return error !== null
}

/** Whether a grant may be attempted: it has no error, or its next attempt is due. */
export function isAttemptDue({ error, nextAttemptAt }: Pick<BenefitGrant, 'error' | 'nextAttemptAt'>, now: Date): boolean {
  return error === null || (nextAttemptAt !== null && nextAttemptAt <= now)
}

/** The customer is not to have the grant any more; what is outside of this server follows. */
export function endEntitlement(grant: BenefitGrant): BenefitGrant {
  return { ...grant, isEntitled: false, error: null, attempts: 0, nextAttemptAt: null, chosenAccountId: null, accessEndsAt: null }
}

/** The customer does not have it any more. One that never was in effect is revoked as well. */
export function revoke(grant: BenefitGrant, now: Date): GrantOutcome {
  const next = { ...endEntitlement(grant), revokedAt: now, modifiedAt: now }
  return { next, events: ['benefit_grant.revoked'] }
}

/** Whether the start of a period renews a grant: it is in effect, and was not granted or cycled for that period yet. */
export function isCycledBy(grant: BenefitGrant, periodStart: Date): boolean {
  return isGranted(grant) && grant.isEntitled && grant.periodStart !== null && grant.periodStart < periodStart
}

/** A renewal was paid: the grant is for the next period. */
export function cycle(grant: BenefitGrant, { properties, benefitProperties, periodStart, now }: GrantSuccess): GrantOutcome {
  return {
    next: { ...grant, properties, benefitProperties, periodStart, modifiedAt: now },
    events: ['benefit_grant.cycled'],
  }
}
