import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Billing, CallOptions, Organization, Result } from '#client/index.ts'
import type { Scope } from '#contract/access.ts'
import { type ApiQuery, apiQuery } from '#web/api.ts'
import type { Command } from '#web/command.ts'
import { copy } from '#web/parts/copy.ts'
import { isId } from '#web/parts/single-resource.tsx'
import { CodeIcon, CopyShapeIcon } from '#web/ui/icons/index.ts'
import { Permitted } from '../access/permitted.tsx'
import { useOrganization } from '../organizations.ts'
import { requestSnippet } from './api-request.ts'
import { type DetailActions, DetailFrame, type Figures } from './detail-frame.tsx'
import { type DetailItem, MetadataCard, type ResourceFields } from './details-card.tsx'
import type { HistoryEntry } from './history.ts'
import { t } from './messages.ts'
import { SingleResource } from './single-resource.tsx'
import { TimelineCard } from './timeline-card.tsx'

const EventsCard = lazy(() => import('./events-card.tsx'))
const JsonDrawer = lazy(() => import('./json-drawer.tsx'))

type GetCall = { readonly get: (id: string, options?: CallOptions) => Promise<Result<ResourceFields>> }
/** The modules of the client that get a resource by its id. */
type DetailModule = { [C in keyof Billing]: Billing[C] extends GetCall ? C : never }[keyof Billing]
/** A resource of a module of the client. */
export type Resource<C extends DetailModule> = Billing[C] extends { readonly get: (...input: never[]) => Promise<Result<infer T>> }
  ? T & ResourceFields & { readonly metadata?: Readonly<Record<string, unknown>> }
  : never

/** Where a detail page is, for its commands and links. */
export interface DetailPlace {
  readonly organization: Organization
  /** The path of the dashboard: `/dashboard/<slug>`. */
  readonly at: string
  readonly go: (href: string) => void
}

/** A detail page of the dashboard, declared once. Labels are functions. */
export interface ResourceDetail<C extends DetailModule> {
  /** The module of the client. */
  readonly call: C
  /** The path of its resources in the API, and the scope that reads them: for the JSON and the API request. */
  readonly api: { readonly path: `/v1/${string}/`; readonly scope: Scope }
  /** The path of its list below the organization: `/orders`. */
  readonly list: `/${string}`
  /** The title of its list. */
  readonly title: () => string
  readonly organizationOf: (resource: Resource<C>) => string
  readonly nameOf: (resource: Resource<C>) => string
  /** The window title, where it says more than the name. */
  readonly windowTitleOf?: (resource: Resource<C>) => string
  readonly status: (resource: Resource<C>) => ReactNode
  /** A hook. */
  readonly useActions: (resource: Resource<C>, place: DetailPlace) => DetailActions
  /** A hook. */
  readonly useFigures?: (resource: Resource<C>, place: DetailPlace) => Figures
  /** The information that users must have before anything else. */
  readonly notice?: (resource: Resource<C>) => ReactNode
  /** The cards of the main column. */
  readonly main: (resource: Resource<C>, place: DetailPlace) => ReactNode
  /** Whether these need the whole width; timeline and details are then below. */
  readonly isWide?: true
  /** The cards above the details. */
  readonly aside?: (resource: Resource<C>, place: DetailPlace) => ReactNode
  /** The details besides its id and its times. */
  readonly details?: (resource: Resource<C>, place: DetailPlace) => readonly DetailItem[]
  readonly editMetadata?: (resource: Resource<C>, place: DetailPlace) => Command
  /** A hook: what happened to it, as far as this page knows. The audit log completes it. */
  readonly useTimeline: (resource: Resource<C>, place: DetailPlace) => readonly HistoryEntry[]
  /** Whether webhook events are about it. */
  readonly hasEvents?: true
}

/** The component of a detail page that is declared once. */
export const resourceDetail =
  <C extends DetailModule>(detail: ResourceDetail<C>) =>
  () => <ResourceDetailPage detail={detail} />

function ResourceDetailPage<C extends DetailModule>({ detail }: { detail: ResourceDetail<C> }) {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery<Resource<C>>({ ...(apiQuery as DetailQuery)(detail.call, 'get', id), enabled: isId(id) })
  return (
    <SingleResource head={detail.title()} id={id} organizationOf={detail.organizationOf} path={`${detail.list}/${id}`} query={query}>
      {(resource) => <Content detail={detail} key={resource.id} resource={resource} />}
    </SingleResource>
  )
}

type DetailQuery = <R>(module: string, call: 'get', id: string) => ApiQuery<R>

function Content<C extends DetailModule>({ detail, resource }: { detail: ResourceDetail<C>; resource: Resource<C> }) {
  const organization = useOrganization()
  const router = useRouter()
  const place: DetailPlace = { organization, at: `/dashboard/${organization.slug}`, go: (href) => router.history.push(href) }
  const actions = detail.useActions(resource, place)
  const figures = detail.useFigures?.(resource, place) ?? []
  const known = detail.useTimeline(resource, place)
  const path = `${detail.api.path}${resource.id}`
  const json = useJsonCommands(resource.id, path)
  const details = detail.details?.(resource, place)
  return (
    <>
      <DetailFrame
        above={detail.aside?.(resource, place)}
        actions={{ ...actions, menu: [...(actions.menu ?? []), json.commands] }}
        below={
          resource.metadata !== undefined && <MetadataCard edit={detail.editMetadata?.(resource, place)} metadata={resource.metadata} />
        }
        crumb={{ label: detail.title(), href: `${place.at}${detail.list}` }}
        {...(details !== undefined && { details })}
        figures={figures}
        history={
          <>
            <TimelineCard changed={resource.modifiedAt} id={resource.id} known={known} />
            {detail.hasEvents && (
              <Permitted needs="webhooks:read">
                <Suspense fallback={null}>
                  <EventsCard id={resource.id} />
                </Suspense>
              </Permitted>
            )}
          </>
        }
        isWide={detail.isWide}
        main={detail.main(resource, place)}
        notice={detail.notice?.(resource)}
        resource={resource}
        status={detail.status(resource)}
        title={detail.nameOf(resource)}
        windowTitle={`${(detail.windowTitleOf ?? detail.nameOf)(resource)} · ${organization.name}`}
      />
      {json.isOpen && (
        <Suspense fallback={null}>
          <JsonDrawer onClose={json.close} path={path} scope={detail.api.scope} />
        </Suspense>
      )}
    </>
  )
}

/** The commands that every resource offers to developers; the drawer with the JSON has its own URL. */
function useJsonCommands(id: string, path: string) {
  const { view } = useSearch({ strict: false }) as { readonly view?: string }
  const navigate = useNavigate()
  const show = (next: 'json' | undefined) =>
    void navigate({ to: '.', search: ((now: object) => ({ ...now, view: next })) as never, resetScroll: false })
  const commands: readonly Command[] = [
    { id: 'resource-copy-id', label: t('api.copyId'), icon: CopyShapeIcon, run: () => copy(id, t('api.idCopied')) },
    { id: 'resource-json', label: t('api.view'), icon: CodeIcon, run: () => show('json') },
    {
      id: 'resource-request',
      label: t('api.copyRequest'),
      icon: CopyShapeIcon,
      run: () => copy(requestSnippet(location.origin, path), t('api.requestCopied')),
    },
  ]
  return { commands, isOpen: view === 'json', close: () => show(undefined) }
}
