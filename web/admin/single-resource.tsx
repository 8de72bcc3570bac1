import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callErrorOf } from '#web/api.ts'
import { DetailSkeleton, isId } from '#web/parts/single-resource.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'

/** A resource in all its states; an invalid or unknown id is not found. `crumb` is the page header if loading failed. */
export function SingleResource<T>(props: {
  id: string
  query: UseQueryResult<T>
  crumb: { readonly label: string; readonly href: string }
  children: (resource: T) => ReactNode
}) {
  const { id, query, crumb } = props
  if (!isId(id) || callErrorOf(query)?.status === 404) return <NotFound />
  return (
    <>
      {query.data === undefined && query.error !== null && <PageHeader crumb={crumb} title={crumb.label} />}
      <QueryContent query={query} skeleton={<DetailSkeleton />}>
        {props.children}
      </QueryContent>
    </>
  )
}
