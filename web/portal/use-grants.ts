import type { CustomerGrant } from './benefits/grant.ts'
import { type Read, useRead } from './read.tsx'
import { usePortal } from './state.tsx'

/** The benefits that the customer has; none in a session of one checkout, which does not show them. */
export function useGrants(): Read<{ readonly items: readonly CustomerGrant[] }> {
  const { api, customer } = usePortal()
  return useRead('grants', async () => (customer === null ? { data: { items: [] }, error: null } : api.grants()))
}
