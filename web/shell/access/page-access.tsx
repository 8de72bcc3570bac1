import { lazy, type ReactNode } from 'react'
import type { Organization } from '#client/index.ts'
import type { Scope } from '#contract/access.ts'
import { isPermitted } from './permission.ts'

const ForbiddenPage = lazy(() => import('../frame/forbidden-page.tsx'))

/** A page, or in its place that it is forbidden: if the user's roles in the organization lack the scope that it needs. */
export const PageAccess = (props: { needs: Scope | undefined; organization: Organization | undefined; children: ReactNode }) =>
  props.organization === undefined || isPermitted(props.organization, props.needs) ? props.children : <ForbiddenPage />
