// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { sql } from 'kysely'
import { z } from 'zod'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'

const revocation = z.object({
  accountId: z.string(),
  /** A token of the account. */
  sealed: z.string(),
})

/** An account at Discord that is not linked any more. */
export type RevocationRequest = z.output<typeof revocation>

/** Ends the authorization of such an account. */
export const revocationSpec = { kind: 'linked-accounts:revoke-authorization', payload: revocation }

/** The purpose under which the token of such a job is sealed. */
export const REVOCATION_SEAL = 'linked-account-revocation'
declareSealed(REVOCATION_SEAL, {
  table: 'jobs',
  column: 'payload',
  path: ['sealed'],
  where: sql<boolean>`target.kind = ${sql.lit(revocationSpec.kind)}`,
})
