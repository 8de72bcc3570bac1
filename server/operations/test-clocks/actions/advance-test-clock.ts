import { present } from '#kernel/assert.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { type AuditSource, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { advanceSpec, jobKeyOf } from '../job-specs.ts'
import type { FrozenClock } from '../model.ts'
import { testClockRefusals } from '../refusals.ts'
import { type AdvanceRequest, advance } from '../rules.ts'
import { lockTestClock, reserveAdvance, testClocks } from '../store.ts'

/** The test clock, looked up in `tenants`, and how far to advance it. */
export interface AdvanceTestClockInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly advance: AdvanceRequest
}

/** Requests an advance, which a job then works on; 409 while another one runs. Reports all problems at once (422). */
export async function advanceTestClock(tx: Tx, by: AuditSource, input: AdvanceTestClockInput): Promise<FrozenClock> {
  const { platform } = by
  const { tenants, id } = input
  const { clock, frozenAt, isLeased } =
    (await lockTestClock(tx, platform.clock, { tenants, id })) ?? refuse(testClockRefusals.ResourceNotFound)
  const { organizationId } = clock
  const merchant = present(await findMerchant(tx, [organizationId], organizationId), 'The merchant of a test clock')
  refuseWhen(merchant.mode === 'live', testClockRefusals.LiveMerchant)
  const next = advance({ clock, frozenAt }, input.advance, { zone: merchant.billingTimezone, now: by.now, isLeased })
  await testClocks.save(tx, next)
  await reserveAdvance(tx, platform.clock, organizationId)
  await enqueue(tx, platform, advanceSpec, { organizationId }, { key: jobKeyOf(organizationId) })
  await recordAudit(tx, by, {
    action: 'test_clock.advanced',
    organizationId,
    target: { type: 'test_clock', id },
    details: { from: frozenAt.toISOString(), to: present(next.targetAt, 'The target of an advance').toISOString() },
  })
  return { clock: next, frozenAt }
}
