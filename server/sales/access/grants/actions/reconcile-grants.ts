import { present } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import { findBenefitsOf } from '#merchant/catalogue/benefits/index.ts'
import type { Benefit } from '#merchant/catalogue/benefits/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { type AnyOutsideKind, grantKindOf } from '../adapters/kinds/index.ts'
import { type OutsideRequest, outsideJobOf, outsideSpec } from '../job-specs.ts'
import type { BenefitGrant, GrantScope } from '../model.ts'
import { lockAccess, type ScopeAccess } from '../reads.ts'
import { create, differenceOf, endEntitlement, entitle, type GrantOutcome, retry, revoke, succeed } from '../rules.ts'
import { benefitGrants, lockGrants } from '../store.ts'
import { type ChangedGrant, emitGrants } from './emit-grants.ts'

/**
 * Gives a customer the benefits that an order or a subscription is to give now, and takes away all others (rule Y2). It compares what is
 * with what is to be: it may run at any time, and any number of times.
 */
export function reconcileGrants(platform: Platform, scope: GrantScope): Promise<void> {
  return platform.database.transaction((tx) => reconcileScope(tx, platform, scope).then(() => undefined))
}

/** The same within a transaction; undefined where there is no such order or subscription. */
export async function reconcileScope(tx: Tx, platform: Platform, scope: GrantScope): Promise<ScopeAccess | undefined> {
  const instant = platform.clock.now({ organizationId: scope.organizationId })
  const access = await lockAccess(tx, scope, instant)
  if (!access) return undefined
  const grants = await lockGrants(tx, scope)
  const run: Run = { tx, platform, access, benefits: await benefitsOf(tx, access, grants), instant, outside: new Set() }
  const difference = differenceOf(
    access.benefits.map(({ id }) => id),
    grants,
  )
  const changes: ChangedGrant[] = []
  for (const grant of difference.surplus) changes.push(...(await revokeGrant(run, grant)))
  for (const grant of difference.again) changes.push(...(await grantBenefit(run, entitle(grant))))
  for (const benefitId of difference.missing) changes.push(...(await insertGrant(run, benefitId)))
  for (const grant of difference.common) changes.push(...(await keepGrant(run, grant)))
  await emitGrants(tx, platform, { changes, now: instant })
  const jobs = [...run.outside].map((type) => outsideJobOf({ organizationId: scope.organizationId, customerId: access.customerId, type }))
  await enqueueAll(tx, platform, { spec: outsideSpec, jobs })
  return access
}

interface Run {
  readonly tx: Tx
  readonly platform: Platform
  readonly access: ScopeAccess
  /** The benefits that the customer is to have or has, by their ids. */
  readonly benefits: ReadonlyMap<string, Benefit>
  readonly instant: Date
  /** The kinds with something to do at another service, which a job does after the transaction. */
  readonly outside: Set<OutsideRequest['type']>
}

// A benefit that the product does not have any more may be deleted.
async function benefitsOf(tx: Tx, access: ScopeAccess, grants: readonly BenefitGrant[]): Promise<ReadonlyMap<string, Benefit>> {
  const own = new Map(access.benefits.map((benefit) => [benefit.id, benefit]))
  const others = grants.map(({ benefitId }) => benefitId).filter((id) => !own.has(id))
  return new Map([...own, ...(await findBenefitsOf(tx, access.scope.organizationId, others))])
}

function inputOf({ access, benefits, instant }: Run, grant: BenefitGrant) {
  const benefit = present(benefits.get(grant.benefitId), 'The benefit of a grant')
  return {
    benefit,
    kind: grantKindOf(benefit.type),
    input: { grant, properties: benefit.properties, periodStart: access.periodStart, now: instant },
  }
}

async function insertGrant(run: Run, benefitId: string): Promise<readonly ChangedGrant[]> {
  const { tx, access, instant } = run
  const grant = create({ ...access.scope, customerId: access.customerId, benefitId }, { id: newId(instant), now: instant })
  await benefitGrants.insert(tx, grant)
  const changes = await grantBenefit(run, grant)
  return changes.map((change) => ({ ...change, before: null }))
}

async function grantBenefit(run: Run, grant: BenefitGrant): Promise<readonly ChangedGrant[]> {
  const { tx, platform, instant } = run
  const { accessEndsAt, periodStart } = run.access
  const { benefit, kind, input } = inputOf(run, grant)
  if (kind.place === 'outside') return leaveToJob(run, kind, { ...grant, accessEndsAt, periodStart })
  const properties = await kind.grant(tx, platform, input)
  const { next, events } = succeed(grant, { properties, benefitProperties: benefit.properties, periodStart, now: instant })
  return save(run, grant, { next: { ...next, accessEndsAt }, events })
}

async function revokeGrant(run: Run, grant: BenefitGrant): Promise<readonly ChangedGrant[]> {
  const { tx, platform, instant } = run
  const { kind, input } = inputOf(run, grant)
  if (kind.place === 'outside') return leaveToJob(run, kind, endEntitlement(grant))
  await kind.revoke(tx, platform, input)
  return save(run, grant, revoke(grant, instant))
}

async function leaveToJob(run: Run, { type }: AnyOutsideKind, grant: BenefitGrant): Promise<readonly ChangedGrant[]> {
  await benefitGrants.save(run.tx, grant)
  run.outside.add(type)
  return []
}

// One that stays follows its benefit, and the end of its access.
async function keepGrant(run: Run, grant: BenefitGrant): Promise<readonly ChangedGrant[]> {
  const { benefit, kind } = inputOf(run, grant)
  const isChanged = grant.benefitProperties !== null && kind.isChangeRelevant(grant.benefitProperties as never, benefit.properties as never)
  if (isChanged) return grantBenefit(run, kind.place === 'outside' ? retry(grant, run.instant) : grant)
  const { accessEndsAt } = run.access
  if (accessEndsAt?.getTime() !== grant.accessEndsAt?.getTime()) await benefitGrants.save(run.tx, { ...grant, accessEndsAt })
  return []
}

async function save(run: Run, before: BenefitGrant, outcome: GrantOutcome): Promise<readonly ChangedGrant[]> {
  await benefitGrants.save(run.tx, outcome.next)
  return [{ before, outcome, benefit: present(run.benefits.get(before.benefitId), 'The benefit of a grant') }]
}
