import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { callErrorOf } from '#web/api.ts'
import { DetailSkeleton, isId } from '#web/parts/one-thing.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'

/**
 * One thing in all its states. A thing of another organization of the same person does not exist at this address. `organizationOf` says whose it is.
 */
export function Detail<T>(props: {
  id: string
  query: UseQueryResult<T>
  organizationOf: (thing: T) => string
  /** Heads the page when it could not be loaded. */
  head: string
  children: (thing: T) => ReactNode
}) {
  const { id, query, organizationOf, head, children } = props
  const organization = useOrganization()
  const isElsewhere = !isId(id) || (query.data !== undefined && organizationOf(query.data) !== organization.id)
  if (isElsewhere || callErrorOf(query)?.status === 404) return <NotFound />
  return (
    <>
      {query.data === undefined && query.error !== null && <PageHeader title={head} />}
      <Loaded query={query} skeleton={<DetailSkeleton />}>
        {children}
      </Loaded>
    </>
  )
}

/** Names the page after the thing that it shows, while it does. */
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

/** A merchant's own keys and values, in the aside. */
export function MetadataCard({
  title,
  none,
  metadata,
  act,
}: {
  title: string
  none?: string
  metadata: Readonly<Record<string, unknown>>
  act?: ReactNode
}) {
  const pairs = Object.entries(metadata)
  if (pairs.length === 0 && none === undefined) return null
  return (
    <Card>
      <CardHead title={title}>{act}</CardHead>
      <CardBody underHead>
        {pairs.length === 0 ? (
          <p className="text-label text-muted">{none}</p>
        ) : (
          <div className="font-mono text-caption">
            <DescriptionList facts={pairs.map(([key, value]) => [key, String(value)] as const)} />
          </div>
        )}
      </CardBody>
    </Card>
  )
}
