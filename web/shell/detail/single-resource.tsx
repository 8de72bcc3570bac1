import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Organization } from '#client/index.ts'
import { callErrorOf } from '#web/api.ts'
import { DetailSkeleton, isId } from '#web/parts/single-resource.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { ExchangeIcon } from '#web/ui/icons/index.ts'
import { NotFound } from '../not-found.tsx'
import { useOrganization, useOrganizations } from '../organizations.ts'
import { PageHeader } from '../page-header.tsx'
import { QueryContent } from '../query-content.tsx'
import { useWindowTitle } from '../window-title.ts'
import { t } from './messages.ts'

/**
 * A resource of the organization in all its states: a skeleton, not found, forbidden, failed to load, of another organization of the user.
 * `path`: its page below an organization. `organizationOf` returns the id of its organization.
 */
export function SingleResource<T>(props: {
  id: string
  path: string
  query: UseQueryResult<T>
  organizationOf: (resource: T) => string
  /** The page title if loading failed. */
  head: string
  children: (resource: T) => ReactNode
}) {
  const { id, query, organizationOf, head, children } = props
  const organization = useOrganization()
  const { all } = useOrganizations()
  if (!isId(id) || callErrorOf(query)?.status === 404) return <NotFound />
  const ownerId = query.data === undefined ? organization.id : organizationOf(query.data)
  if (ownerId !== organization.id) {
    const owner = all.find((each) => each.id === ownerId)
    return owner === undefined ? <NotFound /> : <Elsewhere here={organization} owner={owner} path={props.path} />
  }
  return (
    <>
      {query.data === undefined && query.error !== null && <PageHeader title={head} />}
      <QueryContent query={query} skeleton={<DetailSkeleton />}>
        {children}
      </QueryContent>
    </>
  )
}

/** Shown for a resource of another organization of the user, with a link to its page there. */
function Elsewhere({ owner, here, path }: { owner: Organization; here: Organization; path: string }) {
  const values = { organization: owner.name, here: here.name }
  return (
    <Empty
      action={
        <a className={buttonClass({ variant: 'primary' })} href={`/dashboard/${owner.slug}${path}`}>
          {t('elsewhere.open', values)}
        </a>
      }
      icon={ExchangeIcon}
      level={1}
      text={t('elsewhere.text', values)}
      title={t('elsewhere.title', values)}
    />
  )
}

/** Sets the window title while the page is mounted: the name, and the organization. */
export function useTitle(name: string): void {
  const organization = useOrganization()
  useWindowTitle(`${name} · ${organization.name}`)
}
