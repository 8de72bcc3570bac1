// The operations of the vectors about grants of benefits: the rules as the jobs call them, with services that answer at once.
import { z } from 'zod'
import { actionRequired, type CallOutcome, done, transient } from '#merchant/linked-accounts/model.ts'
import { type BenefitGrant, type GrantProperties, isGranted } from '#sales/access/grants/model.ts'
import { afterGive, afterTake, nextTask } from '#sales/access/grants/outside.ts'
import {
  create,
  cycle,
  differenceOf,
  endEntitlement,
  entitle,
  isCycledBy,
  resume,
  retryDelay,
  revoke,
  succeed,
} from '#sales/access/grants/rules.ts'
import { bind, type Operation } from './run.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const NEXT_PERIOD = new Date('2026-04-01T12:00:00.000Z')

const scenario = z.object({
  kind: z.enum(['custom', 'discord', 'github_repository', 'license_keys']).default('custom'),
  events: z.array(z.string()),
  account: z.string().nullable().default('ada'),
  provider_status: z.number().optional(),
  old: z.array(z.string()).optional(),
  new: z.array(z.string()).optional(),
})

type Scenario = z.output<typeof scenario>

/** The grants of a customer by their orders, and the events that they have emitted. */
interface Run {
  readonly grants: Map<string, BenefitGrant>
  readonly webhooks: string[]
  account: string | null
}

function grantOf(order: string, benefitId = 'b'): BenefitGrant {
  const isOrder = order.startsWith('order')
  const draft = { organizationId: 'o', customerId: 'c', benefitId, orderId: isOrder ? order : null, subscriptionId: isOrder ? null : order }
  return create(draft, { id: `${order} ${benefitId}`, now: NOW })
}

const isOutside = ({ kind }: Scenario) => kind === 'discord' || kind === 'github_repository'

/** Reconciles an order, which has the benefit or not. */
function reconcile(run: Run, of: Scenario, { order, isSold }: { readonly order: string; readonly isSold: boolean }): void {
  const known = run.grants.get(order)
  const { missing, again, surplus } = differenceOf(isSold ? ['b'] : [], known ? [known] : [])
  const [next] = [...missing.map(() => grantOf(order)), ...again.map(entitle)]
  if (isOutside(of)) {
    if (next) run.grants.set(order, next)
    for (const grant of surplus) run.grants.set(order, endEntitlement(grant))
    settle(run, of)
    return
  }
  if (next) record(run, order, succeed(next, { properties: {}, benefitProperties: {}, periodStart: NOW, now: NOW }))
  for (const grant of surplus) record(run, order, revoke(grant, NOW))
}

function record(run: Run, order: string, { next, events }: { next: BenefitGrant; events: readonly string[] }): void {
  run.grants.set(order, next)
  run.webhooks.push(...events)
}

/** Does the work of the job of a kind at another service. */
function settle(run: Run, of: Scenario): void {
  for (;;) {
    const all = [...run.grants].map(([order, grant]) => {
      const account = grant.properties['account_id']
      const held = typeof account === 'string' ? { accountId: account, target: 'role', level: 0 } : null
      return { order, grant, held, target: 'role', level: 0, isApplied: held !== null }
    })
    const task = nextTask(all, NOW)
    if (!task) return
    const { order, grant } = all.find(({ grant: each }) => each === task.own.grant) ?? { order: '', grant: grantOf('order') }
    const after =
      task.step === 'give' ? afterGive(grant, { outcome: answer(run, of), benefitProperties: {} }, NOW) : afterTake(grant, done(), NOW)
    record(run, order, after)
  }
}

function answer({ account }: Run, { provider_status: status }: Scenario): CallOutcome<GrantProperties> {
  if (status !== undefined && status >= 500) return transient({ code: 'service_failed', sentence: `The service answered ${status}.` })
  return account === null ? actionRequired('link_discord') : done({ account_id: account })
}

function play(of: Scenario): Run {
  const run: Run = { grants: new Map(), webhooks: [], account: of.account }
  for (const event of of.events) {
    const [verb = '', order = 'order'] = event.split(' ')
    if (verb === 'grant' || verb === 'revoke') reconcile(run, of, { order, isSold: verb === 'grant' })
    if (verb === 'account_linked') {
      run.account = 'ada'
      for (const [key, grant] of run.grants) run.grants.set(key, resume(grant, NOW))
      settle(run, of)
    }
  }
  return run
}

function changeProduct({ old = [], new: next = [] }: Scenario) {
  const success = { properties: {}, benefitProperties: {}, periodStart: NOW, now: NOW }
  const grants = old.map((benefitId) => succeed(grantOf('subscription', benefitId), success).next)
  const { missing, surplus, common } = differenceOf(next, grants)
  const ids = (all: readonly BenefitGrant[]) => all.map(({ benefitId }) => benefitId)
  return { revoked: ids(surplus), granted: missing, untouched: ids(common) }
}

/** A renewal cycles grants when its order is paid: the order alone does not. */
function renew({ events }: Scenario) {
  const webhooks: string[] = []
  let after: string | undefined
  const success = { properties: {}, benefitProperties: {}, periodStart: NOW, now: NOW }
  let grant = succeed(grantOf('subscription'), success).next
  for (const event of events) {
    if (event !== 'order.paid' || !isCycledBy(grant, NEXT_PERIOD)) continue
    const outcome = cycle(grant, { ...success, periodStart: NEXT_PERIOD, now: NEXT_PERIOD })
    grant = outcome.next
    webhooks.push(...outcome.events)
    after = event
  }
  return { webhooks, after }
}

const stateOf = (grant: BenefitGrant | undefined) => (grant && isGranted(grant) ? 'granted' : 'revoked')

function outcomeOf(of: Scenario) {
  if (of.events.includes('change_product')) return changeProduct(of)
  if (of.events.some((event) => event.startsWith('order.'))) return renew(of)
  const { grants, webhooks } = play(of)
  const all = [...grants.values()]
  const [first] = all
  if (of.provider_status !== undefined) return { is_granted: stateOf(first) === 'granted', retry: first?.nextAttemptAt !== null }
  if (of.account === null) return { is_granted: stateOf(first) === 'granted', error: first?.error, webhooks }
  const [one, two] = [stateOf(grants.get('order1')), stateOf(grants.get('order2'))]
  if (of.kind === 'license_keys') return { key1: one, key2: two }
  if (grants.size === 1) return { grants: 1, webhooks }
  const isHeld = all.some(({ properties }) => properties['account_id'] !== undefined)
  return { external_role: isHeld ? 'kept' : 'removed', grant1: one, grant2: two }
}

export const benefitOperations: Readonly<Record<string, Operation>> = {
  'benefit.retry_delays': bind({ max_attempts: z.number() }, ({ max_attempts }) =>
    Array.from({ length: max_attempts - 1 }, (_, at) => retryDelay(at + 1)),
  ),
  'benefit.next_delay': bind({ attempt: z.number(), retry_after: z.number() }, ({ attempt, retry_after }) =>
    retryDelay(attempt, retry_after),
  ),
  'benefit.scenario': bind(scenario.shape, outcomeOf),
}
