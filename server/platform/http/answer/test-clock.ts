import type { FastifyReply } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Caller } from '../../request/caller.ts'

/**
 * Marks an answer with the time at which the caller's merchant stands still, if it has a test clock. Callers of one organization only: a
 * user may be a member of several, and reads `test_clock_time` of the organization.
 */
export function markTestClock(reply: FastifyReply, caller: Caller, clock: Clock): void {
  if (!('organizationId' in caller) || !clock.frozenTimes.has(caller.organizationId)) return
  reply.header('guildhall-test-clock', clock.now(caller).toISOString())
}
