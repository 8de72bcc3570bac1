import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callErrorOf } from '#web/api.ts'
import { Loaded } from '#web/shell/loaded.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Skeleton, Skeletons } from '#web/ui/showing/skeleton.tsx'

const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** One thing in all its states; what cannot be an id, and what the server does not know, is not found. `crumb` heads the page where it could not be loaded. */
export function OneThing<T>(props: {
  id: string
  query: UseQueryResult<T>
  crumb: { readonly label: string; readonly href: string }
  children: (thing: T) => ReactNode
}) {
  const { id, query, crumb } = props
  if (!anId.test(id) || callErrorOf(query)?.status === 404) return <NotFound />
  return (
    <>
      {query.data === undefined && query.error !== null && <PageHeader crumb={crumb} title={crumb.label} />}
      <Loaded query={query} skeleton={<DetailSkeleton />}>
        {props.children}
      </Loaded>
    </>
  )
}

function DetailSkeleton() {
  const { say } = useLanguage()
  return (
    <Skeletons label={say('loading')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
        <div className="grid gap-12 pb-4">
          <Skeleton className="w-80" />
          <Skeleton className="w-224" tall />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-24 desk:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid content-start gap-24">
            <div className="h-76 rounded-card border border-line bg-surface" />
            <div className="h-240 rounded-card border border-line bg-surface" />
          </div>
          <div className="h-240 rounded-card border border-line bg-surface" />
        </div>
      </div>
    </Skeletons>
  )
}
