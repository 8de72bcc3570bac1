import { type ComponentType, lazy, type ReactNode } from 'react'
import { usePath } from './place.ts'
import { usePortal } from './state.tsx'

/** A page of one resource gets its id; the others get an empty one. */
type PageComponent = ComponentType<{ id: string }>

interface Entry {
  readonly pattern: RegExp
  readonly page: PageComponent
  /** Whether a session that shows one checkout alone has it. */
  readonly isForAll: boolean
}

const entry = (pattern: RegExp, page: PageComponent, isForAll = false): Entry => ({ pattern, page, isForAll })

const entries: readonly Entry[] = [
  entry(
    /^$/,
    lazy(() => import('./overview/overview.tsx')),
    true,
  ),
  entry(
    /^\/subscriptions$/,
    lazy(() => import('./subscriptions/list.tsx')),
    true,
  ),
  entry(
    /^\/subscriptions\/([^/]+)$/,
    lazy(() => import('./subscriptions/detail.tsx')),
    true,
  ),
  entry(
    /^\/orders$/,
    lazy(() => import('./orders/list.tsx')),
    true,
  ),
  entry(
    /^\/orders\/([^/]+)$/,
    lazy(() => import('./orders/detail.tsx')),
    true,
  ),
  entry(
    /^\/benefits$/,
    lazy(() => import('./benefits/benefits.tsx')),
  ),
  entry(
    /^\/usage$/,
    lazy(() => import('./meters/usage.tsx')),
  ),
  entry(
    /^\/settings$/,
    lazy(() => import('./settings/settings.tsx')),
  ),
]

/** The page of the present path. */
export function Pages({ missing }: { missing: ReactNode }) {
  const path = usePath()
  const { customer, shop } = usePortal()
  if (path === '/usage' && !shop.organization.customerPortalSettings.usage.show) return missing
  for (const { pattern, page: Shown, isForAll } of entries) {
    const found = pattern.exec(path)
    if (found !== null && (isForAll || customer !== null)) return <Shown id={found[1] ?? ''} key={path} />
  }
  return missing
}
