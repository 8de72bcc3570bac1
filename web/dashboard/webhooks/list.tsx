import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { type EndpointAction, endpointCommands, newEndpointCommand } from '#web/parts/webhooks/commands.tsx'
import { EndpointDialogs, useEnableEndpoint } from '#web/parts/webhooks/endpoint-dialogs.tsx'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { allEvents } from '#web/parts/webhooks/events.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { NewEndpointDialog } from '#web/parts/webhooks/new-endpoint-dialog.tsx'
import { createSnippet } from '#web/parts/webhooks/snippets.ts'
import { EndpointStatus } from '#web/parts/webhooks/status.tsx'
import { Permitted, useMenuOf } from '#web/shell/access/permitted.tsx'
import { ListPage } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { HooksIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'

const limit = 25

const columns: readonly Column<WebhookEndpoint>[] = [
  { id: 'url', head: t('endpoint'), cell: (endpoint) => endpointName(endpoint.url) },
  { id: 'status', head: t('status'), cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  { id: 'events', head: t('events'), align: 'end', quiet: true, narrow: 'hide', cell: (endpoint) => eventCount(endpoint) },
  {
    id: 'last',
    head: t('lastAttempt'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ lastAttemptAt }) => (lastAttemptAt === null ? t('never') : <Time at={lastAttemptAt} />),
  },
]

const eventCount = ({ events }: WebhookEndpoint) =>
  events.length === allEvents.length ? t('everyEvent') : events.length === 0 ? t('noEvents') : events.length

/** The webhook endpoints; `…/new` opens the create dialog. */
export default function WebhookList() {
  const organization = useOrganization()
  const router = useRouter()
  const menuOf = useMenuOf()
  const isNew = useRouterState({ select: ({ location }) => location.pathname.endsWith('/new') })
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<{ about: EndpointAction; endpoint: WebhookEndpoint } | null>(null)
  const enable = useEnableEndpoint()
  const query = useQuery(apiQuery('webhookEndpoints', 'list', { organizationId: organization.id, page, limit }))
  const here = `/dashboard/${organization.slug}/developers/webhooks`
  const go = (href: string) => router.history.push(href)
  const create = newEndpointCommand(() => go(`${here}/new`))
  const actionsOf = (endpoint: WebhookEndpoint) => {
    const href = `${here}/${endpoint.id}`
    const actions = endpointCommands(endpoint, {
      href,
      go,
      onOpenDialog: (about, of) => setDialog({ about, endpoint: of }),
      onEnable: enable,
    })
    return menuOf([actions.open, actions.copyUrl], [actions.rotate, actions.toggle], [actions.remove])
  }
  const button = (
    <Permitted needs="webhooks:write">
      <Button icon={PlusIcon} variant="primary" onClick={create.run} shortcut="c">
        {t('actions.new')}
      </Button>
    </Permitted>
  )
  const isEmpty = query.data?.pagination.totalCount === 0

  return (
    <ListPage
      head={
        <PageHeader lead={isEmpty ? undefined : t('description')} title={t('title')}>
          {!isEmpty && button}
        </PageHeader>
      }
    >
      <QueryContent query={query}>
        {({ items, pagination }) =>
          pagination.totalCount === 0 ? (
            <Empty action={button} icon={HooksIcon} text={t('empty.text')} title={t('empty.title')}>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
                <h3 className="text-label font-strong">{t('empty.code')}</h3>
                <Code name={t('empty.code')} text={createSnippet(location.origin)} />
              </div>
            </Empty>
          ) : (
            <>
              <Table
                actionsOf={actionsOf}
                columns={columns}
                hrefOf={({ id }) => `${here}/${id}`}
                idOf={({ id }) => id}
                label={t('title')}
                nameOf={({ url }) => endpointName(url)}
                rows={items}
                stale={query.isPlaceholderData}
              />
              <Pagination limit={limit} onPage={setPage} page={page} selects={false} total={pagination.totalCount} />
            </>
          )
        }
      </QueryContent>
      {isNew && (
        <NewEndpointDialog
          onClose={() => router.history.push(here)}
          onCreated={(id) => router.history.replace(`${here}/${id}`)}
          organizationId={organization.id}
        />
      )}
      {dialog !== null && <EndpointDialogs dialog={dialog.about} endpoint={dialog.endpoint} onClose={() => setDialog(null)} />}
    </ListPage>
  )
}
