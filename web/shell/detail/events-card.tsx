import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookEvent } from '#client/types.ts'
import { apiQuery } from '#web/api.ts'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { EventResult } from '#web/parts/webhooks/status.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardFoot, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Permitted } from '../access/permitted.tsx'
import { useOrganization } from '../organizations.ts'
import { QueryContent } from '../query-content.tsx'
import { t } from './messages.ts'

const first = 10
const most = 100
const refetchMs = 5000

/** The webhook events about a resource, newest first, each with the state of its delivery. */
export default function EventsCard({ id }: { id: string }) {
  const organization = useOrganization()
  const [limit, setLimit] = useState(first)
  const events = useQuery({
    ...apiQuery('webhookEvents', 'list', { organizationId: organization.id, resourceId: id, limit }),
    refetchInterval: ({ state }) => state.data?.items.some(({ status }) => status === 'pending') === true && refetchMs,
  })
  const all = useQuery(apiQuery('webhookEndpoints', 'list', { organizationId: organization.id, limit: most })).data?.items
  const endpoints = all && new Map(all.map((endpoint) => [endpoint.id, endpointName(endpoint.url)]))
  const at = `/dashboard/${organization.slug}/developers/webhooks`
  return (
    <Card>
      <CardHead lined title={t('events.title')} />
      <QueryContent query={events} skeleton={<Skeletons label={t('events.title')} rows={2} />}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <NoEvents at={at} hasEndpoints={endpoints && endpoints.size > 0} />
          ) : (
            <>
              <EventRows at={at} endpoints={endpoints} events={items} />
              {pagination.totalCount > items.length && limit < most && (
                <CardFoot>
                  <Button onClick={() => setLimit(most)} variant="quiet">
                    {t('events.all', { count: pagination.totalCount })}
                  </Button>
                </CardFoot>
              )}
            </>
          )
        }
      </QueryContent>
    </Card>
  )
}

/** Why nothing was sent. `hasEndpoints` is undefined while it is not known. */
function NoEvents({ at, hasEndpoints }: { at: string; hasEndpoints: boolean | undefined }) {
  if (hasEndpoints === undefined) return <Skeletons label={t('events.title')} rows={1} />
  return (
    <p className="flex flex-wrap gap-x-8 gap-y-4 px-16 py-12 text-label text-muted">
      {hasEndpoints ? (
        <>
          {t('events.none')} {t('events.noneText')} <Link href={at}>{t('events.webhooks')}</Link>
        </>
      ) : (
        <>
          {t('events.noWebhooks')}{' '}
          <Permitted needs="webhooks:write">
            <Link href={`${at}/new`}>{t('events.create')}</Link>
          </Permitted>
        </>
      )}
    </p>
  )
}

/** `endpoints`: the names of those that exist; undefined while they are not known. */
function EventRows(props: { at: string; events: readonly WebhookEvent[]; endpoints: ReadonlyMap<string, string> | undefined }) {
  const { at, events, endpoints } = props
  const cell = 'h-44 px-12 whitespace-nowrap border-line not-group-last/row:border-b first:pl-16 last:pr-16 group-hover/row:bg-hover'
  return (
    <table aria-label={t('events.title')} className="w-full border-separate border-spacing-0 text-label">
      <thead className="sr-only">
        <tr>
          <th>{t('events.event')}</th>
          <th>{t('events.result')}</th>
          <th>{t('events.webhook')}</th>
          <th>{t('events.time')}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => {
          const isDeleted = endpoints?.has(event.endpointId) === false
          return (
            <tr className="group/row relative" key={event.id}>
              <td className={`${cell} font-mono text-caption`}>
                {isDeleted ? (
                  event.type
                ) : (
                  <a
                    className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                    href={`${at}/${event.endpointId}?event=${event.id}`}
                  >
                    {event.type}
                  </a>
                )}
              </td>
              <td className={`${cell} max-wide:pr-16`}>
                <EventResult event={event} />
              </td>
              <td className={`${cell} w-full max-w-0 text-muted max-wide:hidden`}>
                <span className="block truncate">{isDeleted ? t('events.deletedWebhook') : endpoints?.get(event.endpointId)}</span>
              </td>
              <td className={`${cell} text-right text-muted max-wide:hidden`}>
                <Time at={event.createdAt} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
