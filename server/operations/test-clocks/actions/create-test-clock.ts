import { newId } from '#kernel/id.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { findMerchant, freezeMerchant } from '#merchant/merchants/index.ts'
import { type AuditSource, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { advanceSpec, jobKeyOf } from '../job-specs.ts'
import type { FrozenClock, TestClock } from '../model.ts'
import { testClockRefusals } from '../refusals.ts'
import { beginningOf } from '../rules.ts'
import { insertTestClock, reserveAdvance } from '../store.ts'

/** A new test clock: by default it stands still at the present time. */
export interface CreateTestClockInput {
  readonly organizationId: string
  readonly name: string | null
  readonly frozenTime: Date | null
}

/** Creates the test clock of a test merchant; 403 for a live one, 409 where there is one. A later time than the present is advanced to. */
export async function createTestClock(
  tx: Tx,
  by: AuditSource,
  { organizationId, name, frozenTime }: CreateTestClockInput,
): Promise<FrozenClock> {
  const { platform } = by
  const merchant = (await findMerchant(tx, [organizationId], organizationId)) ?? refuse(testClockRefusals.ResourceNotFound)
  refuseWhen(merchant.mode === 'live', testClockRefusals.LiveMerchant)
  refuseWhen(merchant.frozenAt !== null, testClockRefusals.TestClockExists)
  const now = platform.clock.now({ organizationId })
  const { frozenAt, targetAt } = beginningOf(frozenTime, now)
  const clock: TestClock = {
    id: newId(now),
    organizationId,
    name,
    status: targetAt === null ? 'ready' : 'advancing',
    advancedFrom: targetAt && frozenAt,
    targetAt,
    requestedAt: targetAt && by.now,
    error: null,
    createdAt: now,
    modifiedAt: null,
  }
  await freezeMerchant(tx, merchant, frozenAt)
  refuseWhen(!(await insertTestClock(tx, clock)), testClockRefusals.TestClockExists)
  platform.merchantTimes.move(tx, { organizationId, frozenAt })
  if (targetAt !== null) {
    await reserveAdvance(tx, platform.clock, organizationId)
    await enqueue(tx, platform, advanceSpec, { organizationId }, { key: jobKeyOf(organizationId) })
  }
  await recordAudit(tx, by, {
    action: 'test_clock.created',
    organizationId,
    target: { type: 'test_clock', id: clock.id },
    details: name === null ? {} : { name },
  })
  return { clock, frozenAt }
}
