// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'

const revocation = z.object({
  accountId: z.string(),
  /** A token of the account. */
  sealed: z.string(),
})

/** An account at Discord that is not linked any more. */
export type RevocationRequest = z.output<typeof revocation>

/** Ends the authorization of such an account. */
export const revocationSpec = { kind: 'linked-accounts:revoke-authorization', payload: revocation }

/** The purpose under which the token of such a job is sealed; store.ts declares it. */
export const REVOCATION_SEAL = 'linked-account-revocation'
