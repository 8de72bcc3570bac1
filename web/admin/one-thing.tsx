import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callErrorOf } from '#web/api.ts'
import { DetailSkeleton, isId } from '#web/parts/one-thing.tsx'
import { Loaded } from '#web/shell/loaded.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'

/** One thing in all its states; what cannot be an id, and what the server does not know, is not found. `crumb` heads the page where it could not be loaded. */
export function OneThing<T>(props: {
  id: string
  query: UseQueryResult<T>
  crumb: { readonly label: string; readonly href: string }
  children: (thing: T) => ReactNode
}) {
  const { id, query, crumb } = props
  if (!isId(id) || callErrorOf(query)?.status === 404) return <NotFound />
  return (
    <>
      {query.data === undefined && query.error !== null && <PageHeader crumb={crumb} title={crumb.label} />}
      <Loaded query={query} skeleton={<DetailSkeleton />}>
        {props.children}
      </Loaded>
    </>
  )
}
