import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { callErrorOf } from '#web/api.ts'
import { DetailSkeleton, isId } from '#web/parts/single-resource.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'

/**
 * A resource in all its states. A resource of another organization of the same user is not found under this organization. `organizationOf`
 * returns the organization of the resource.
 */
export function Detail<T>(props: {
  id: string
  query: UseQueryResult<T>
  organizationOf: (resource: T) => string
  /** The page title if loading failed. */
  head: string
  children: (resource: T) => ReactNode
}) {
  const { id, query, organizationOf, head, children } = props
  const organization = useOrganization()
  const isUnknown = !isId(id) || (query.data !== undefined && organizationOf(query.data) !== organization.id)
  if (isUnknown || callErrorOf(query)?.status === 404) return <NotFound />
  return (
    <>
      {query.data === undefined && query.error !== null && <PageHeader title={head} />}
      <QueryContent query={query} skeleton={<DetailSkeleton />}>
        {children}
      </QueryContent>
    </>
  )
}

/** Sets the window title while the page is mounted. */
export function useTitle(name: string): void {
  const organization = useOrganization()
  useEffect(() => {
    const before = document.title
    document.title = `${name} · ${organization.name}`
    return () => {
      document.title = before
    }
  }, [name, organization.name])
}

/** The metadata of a resource, in the aside. */
export function MetadataCard({
  title,
  none,
  metadata,
  action,
}: {
  title: string
  none?: string
  metadata: Readonly<Record<string, unknown>>
  action?: ReactNode
}) {
  const pairs = Object.entries(metadata)
  if (pairs.length === 0 && none === undefined) return null
  return (
    <Card>
      <CardHead title={title}>{action}</CardHead>
      <CardBody underHead>
        {pairs.length === 0 ? (
          <p className="text-label text-muted">{none}</p>
        ) : (
          <div className="font-mono text-caption">
            <DescriptionList items={pairs.map(([key, value]) => [key, String(value)] as const)} />
          </div>
        )}
      </CardBody>
    </Card>
  )
}
