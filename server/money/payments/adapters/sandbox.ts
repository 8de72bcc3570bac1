// The processor for test merchants: not an external system, but tables (`sandbox_…`) with transactions of their own.
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { sandboxDecisionSpec } from '../job-specs.ts'
import type { ChargeOutcome, Processor, RequestKey } from '../processor.ts'
import {
  answerOf,
  type Charge,
  cancelCharge,
  chargeOf,
  columnsOfCharge,
  columnsOfSetUp,
  completeCharge,
  type Deliver,
  insertOnce,
  removeSavedMethod,
} from './sandbox-charges.ts'
import { DECISION_SECONDS } from './sandbox-decisions.ts'
import { failWhileMute, simulateFault, simulateRefundFault, until } from './sandbox-faults.ts'
import { contestDispute, findDisputeOf, findRefundOf, insertRefund, LOSING_EVIDENCE, refundsOf } from './sandbox-refunds.ts'

const absent = { kind: 'absent' } as const

function enqueueDecision(tx: Tx, platform: Platform, charge: { readonly organizationId: string; readonly chargeId: string }) {
  const options = { delaySeconds: DECISION_SECONDS, key: `${sandboxDecisionSpec.kind}:${charge.chargeId}` }
  return enqueue(tx, platform, sandboxDecisionSpec, charge, options)
}

/** Creates the sandbox processor. `deliver` receives its events. */
export function sandboxProcessor(platform: Platform, deliver: Deliver): Processor {
  const { database, clock } = platform
  const { db, transaction } = database
  const attempt = async (request: RequestKey, columns: Parameters<typeof insertOnce>[2]): Promise<ChargeOutcome> => {
    const { organizationId } = request
    const charge = await transaction(async (tx: Tx): Promise<Charge> => {
      const inserted = await insertOnce(tx, request, columns)
      await completeCharge(tx, { ...inserted, organizationId }, deliver)
      if (inserted.status === 'processing') await enqueueDecision(tx, platform, { organizationId, chargeId: inserted.id })
      return inserted
    })
    const answer = answerOf(platform, charge)
    return columns.fault ? simulateFault(columns.fault, { platform, deliver, charge, request, answer }) : answer
  }
  return {
    name: 'sandbox',
    async charge(request) {
      const columns = await columnsOfCharge(platform, request)
      if (columns.fault === 'late') await until(async () => (await chargeOf(db, request)) !== undefined)
      return attempt(request, { ...columns, created_at: clock.now(request) })
    },
    setUp: (request) => attempt(request, { ...columnsOfSetUp(platform, request), created_at: clock.now(request) }),
    async find(request) {
      const charge = await chargeOf(db, request)
      failWhileMute(charge, clock.now(request))
      return charge ? answerOf(platform, charge) : absent
    },
    async cancel(request) {
      const now = clock.now(request)
      const canceled = await transaction(async (tx) => {
        const charge = await cancelCharge(tx, request, now)
        // Thrown, so that nothing is canceled.
        failWhileMute(charge, now)
        return charge
      })
      return answerOf(platform, canceled)
    },
    async removeMethod({ organizationId, method }) {
      await transaction((tx) => removeSavedMethod(tx, organizationId, { method, now: clock.now({ organizationId }) }))
      return true
    },
    async refund(request) {
      const { answer, fault, event } = await transaction((tx) => insertRefund(tx, platform, { ...request, deliver }))
      return fault && event ? simulateRefundFault(fault, { platform, deliver, event, answer }) : answer
    },
    findRefund: async (request) => (await findRefundOf(db, request)) ?? absent,
    listRefunds: async (charge) => ({ kind: 'found', refunds: await refundsOf(db, charge) }),
    findDispute: (request) => findDisputeOf(db, request),
    async contestDispute(request) {
      await transaction((tx) => contestDispute(tx, platform, { ...request, deliver }))
      return findDisputeOf(db, request)
    },
    async acceptDispute(request) {
      await transaction((tx) => contestDispute(tx, platform, { ...request, evidence: LOSING_EVIDENCE, deliver }))
      return findDisputeOf(db, request)
    },
  }
}
