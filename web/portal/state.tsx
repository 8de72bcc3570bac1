import { createContext, type ReactNode, useContext } from 'react'
import type { Customer, PortalApi, PortalOrganization } from './api.ts'

/** The state that every page knows: the merchant, the calls of the session, and its customer. */
export interface PortalState {
  readonly shop: PortalOrganization
  readonly api: PortalApi
  /** Null where the session shows one checkout alone. */
  readonly customer: Customer | null
  /** Reads the customer anew, after a change of their record. */
  readonly reload: () => Promise<void>
  /** Goes on with another session of the same customer; the page stays as it is. */
  readonly renew: (token: string) => void
}

const PortalContext = createContext<PortalState | null>(null)

export const PortalProvider = ({ state, children }: { state: PortalState; children: ReactNode }) => (
  <PortalContext value={state}>{children}</PortalContext>
)

/** The state of the portal. Throws outside of `PortalProvider`. */
export function usePortal(): PortalState {
  const state = useContext(PortalContext)
  if (state === null) throw new Error('PortalProvider is missing above this component')
  return state
}
