import { refuseWhen } from '#kernel/refusal.ts'
import type { Caller } from '../../request/caller.ts'
import type { Api } from '../api.ts'
import { authRefusals, refusals } from './refusals.ts'

/** The answer of each API to an impersonation session whose call would outlive it. */
export const impersonationRefusals = { auth: authRefusals.impersonationSession, v1: refusals.BorrowedSession } as const

/** Refuses an impersonation session. */
export function refuseImpersonation(caller: Caller, api: Api): void {
  refuseWhen(caller.kind === 'user' && caller.session.impersonatedBy !== null, impersonationRefusals[api])
}
