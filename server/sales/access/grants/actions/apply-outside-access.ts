import { present } from '#kernel/assert.ts'
import { findBenefitsOf } from '#merchant/catalogue/benefits/index.ts'
import { findLinkedAccount } from '#merchant/linked-accounts/index.ts'
import { done } from '#merchant/linked-accounts/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type AccessProperties, type AnyOutsideKind, outsideKinds } from '../adapters/kinds/index.ts'
import type { OutsideRequest } from '../job-specs.ts'
import type { BenefitGrant } from '../model.ts'
import { afterGive, afterTake, beforeGive, decisiveGrant, nextTask, type OutsideGrant, type OutsideTask } from '../outside.ts'
import type { GrantOutcome } from '../rules.ts'
import { benefitGrants, findUnsettledGrants } from '../store.ts'
import { emitGrants } from './emit-grants.ts'

/**
 * Does one step at another service for a customer's grants of a kind: a call without a transaction, and then a guarded write of its result
 * (rule Y4). What a call may give is written before it, so that an answer that is lost leaves nothing behind. One run at a time, by the key of
 * its job: the access that grants share has no race. False where nothing is due. A call whose result is lost is repeated, which changes nothing.
 */
export async function applyOutsideAccess(platform: Platform, request: OutsideRequest): Promise<boolean> {
  const kind = present(
    outsideKinds.find(({ type }) => type === request.type),
    'A kind of grants at another service',
  )
  const grants = await readGrants(platform, kind, request)
  const task = nextTask(grants, platform.clock.now({ organizationId: request.organizationId }))
  if (!task) return false
  const record = await call(platform, kind, { task, grants, request })
  if (record) await platform.database.transaction((tx) => saveResult(tx, platform, { id: task.own.grant.id, request, record }))
  return true
}

interface FullOutsideGrant extends OutsideGrant {
  readonly properties: never
}

async function readGrants(platform: Platform, kind: AnyOutsideKind, request: OutsideRequest): Promise<readonly FullOutsideGrant[]> {
  const { db } = platform.database
  const rows = await findUnsettledGrants(db, request)
  const benefits = await findBenefitsOf(db, request.organizationId, [...new Set(rows.map(({ benefitId }) => benefitId))])
  return rows.map((grant) => {
    const { properties } = present(benefits.get(grant.benefitId), 'The benefit of a grant')
    const held = accessOf(grant)
    return {
      grant,
      held: held && { accountId: held.account_id, target: kind.targetOf(held), level: kind.levelOf(held) },
      target: kind.targetOf(properties),
      level: kind.levelOf(properties),
      isApplied: held !== null && grant.attemptedAccess === null && kind.isApplied(held, properties),
      properties: properties as never,
    }
  })
}

// The access that a call may have given counts as given: it is as large as what was recorded before, or larger.
function accessOf({ properties, attemptedAccess }: BenefitGrant): AccessProperties | null {
  const access = attemptedAccess ?? properties
  return typeof access['account_id'] === 'string' ? (access as AccessProperties) : null
}

/** The outcome of a call for the grant as it is by then. */
type Record = (grant: BenefitGrant, now: Date) => GrantOutcome

interface CallInput {
  readonly task: OutsideTask
  readonly grants: readonly FullOutsideGrant[]
  readonly request: OutsideRequest
}

async function call(platform: Platform, kind: AnyOutsideKind, input: CallInput): Promise<Record | undefined> {
  const { task, grants, request } = input
  const { step } = task
  const own = task.own as FullOutsideGrant
  if (step === 'release') return (grant, now) => afterTake(grant, done(), now)
  if (step === 'give') return give(platform, kind, input)
  const held = present(accessOf(own.grant), 'What a grant has at a service')
  if (step === 'lower') {
    const { properties } = decisiveGrant(grants, task, held.account_id)
    const outcome = await kind.give(platform, { ...request, accountId: held.account_id, properties, isLowered: true })
    return (grant, now) => afterTake(grant, outcome, now)
  }
  const others = grants.flatMap(({ grant }) => (grant === own.grant || !grant.isEntitled ? [] : (accessOf(grant) ?? [])))
  const outcome = await kind.take(platform, { held, properties: own.properties, others })
  return (grant, now) => afterTake(grant, outcome, now)
}

// The account that has the access keeps it, although the customer may have linked another one since.
async function give(platform: Platform, kind: AnyOutsideKind, { task, grants, request }: CallInput): Promise<Record | undefined> {
  const own = task.own as FullOutsideGrant
  const linked = await findLinkedAccount(platform.database.db, { ...request, provider: kind.provider })
  const accountId = own.held?.accountId ?? linked?.accountId ?? null
  const access = accountId === null ? null : kind.accessOf(accountId, own.properties)
  if (access && !(await saveAttempt(platform, { request, grant: own.grant, access }))) return undefined
  const { properties } = accountId === null ? own : decisiveGrant(grants, task, accountId)
  const called = await kind.give(platform, { ...request, accountId, properties, isLowered: false })
  const outcome = called.kind === 'done' ? done(present(access, 'The access that was given')) : called
  return (grant, now) => afterGive(grant, { outcome, benefitProperties: own.properties }, now)
}

interface Attempt {
  readonly request: OutsideRequest
  readonly grant: BenefitGrant
  readonly access: AccessProperties
}

/** Records what a call may give. False where the customer is not to have it any more. */
function saveAttempt({ database }: Platform, { request: { organizationId }, grant: { id }, access }: Attempt): Promise<boolean> {
  return database.transaction(async (tx) => {
    const grant = await benefitGrants.lock(tx, [organizationId], id)
    if (!grant?.isEntitled) return false
    await benefitGrants.save(tx, beforeGive(grant, access))
    return true
  })
}

interface ResultInput {
  readonly id: string
  readonly request: OutsideRequest
  readonly record: Record
}

// The grant may have changed since it was read: what happened outside is recorded, and the next step follows from both.
async function saveResult(tx: Tx, platform: Platform, { id, request: { organizationId }, record }: ResultInput): Promise<void> {
  const before = await benefitGrants.lock(tx, [organizationId], id)
  if (!before) return
  const now = platform.clock.now({ organizationId })
  const outcome = record(before, now)
  await benefitGrants.save(tx, outcome.next)
  const benefits = await findBenefitsOf(tx, organizationId, [before.benefitId])
  const benefit = present(benefits.get(before.benefitId), 'The benefit of a grant')
  await emitGrants(tx, platform, { changes: [{ before, outcome, benefit }], now })
}
