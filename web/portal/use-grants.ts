import type { CustomerGrant } from './benefits/grant.ts'
import { type Read, useRead } from './read.tsx'
import { usePortal } from './state.tsx'

interface GrantList {
  readonly items: readonly CustomerGrant[]
}

/** The benefits that the customer has; none in a session of one checkout, which does not show them. */
export function useGrants(): Read<GrantList> {
  const { api, customer } = usePortal()
  return useRead<GrantList>('grants', async () => (customer === null ? { data: { items: [] }, error: null } : api.grants()))
}
