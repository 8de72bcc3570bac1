import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { type EndpointAction, endpointCommands, newEndpointCommand } from '#web/parts/webhooks/commands.tsx'
import { EndpointDialogs, useEnableEndpoint } from '#web/parts/webhooks/endpoint-dialogs.tsx'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { allEvents, subscribedEvents } from '#web/parts/webhooks/events.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { NewEndpointDialog } from '#web/parts/webhooks/new-endpoint-dialog.tsx'
import { createSnippet } from '#web/parts/webhooks/snippets.ts'
import { EndpointStatus } from '#web/parts/webhooks/status.tsx'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { HooksIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'

type Endpoint = Item<'webhookEndpoints'>

const eventCount = (endpoint: Endpoint) => {
  const events = subscribedEvents(endpoint)
  return allEvents.every((event) => events.includes(event)) ? t('everyEvent') : events.length === 0 ? t('noEvents') : events.length
}

/** The webhook endpoints; `…/new` opens the create dialog. */
export default resourceList({
  call: 'webhookEndpoints',
  hasExport: false,
  kinds: {},
  title: () => t('title'),
  lead: () => t('description'),
  filters: () => ({}),
  queryOf: () => ({}),
  columns: [
    { id: 'url', head: () => t('endpoint'), cell: (endpoint) => endpointName(endpoint.url) },
    { id: 'status', head: () => t('status'), cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
    { id: 'events', head: () => t('events'), align: 'end', quiet: true, narrow: 'hide', cell: eventCount, optional: true },
    {
      id: 'last',
      head: () => t('lastAttempt'),
      align: 'end',
      quiet: true,
      narrow: 'second',
      cell: ({ lastAttemptAt }) => (lastAttemptAt === null ? t('never') : <Time at={lastAttemptAt} />),
      optional: true,
    },
  ],
  nameOf: ({ url }) => endpointName(url),
  hrefOf: ({ id }, at) => `${at}/developers/webhooks/${id}`,
  noMatches: () => t('empty.title'),
  empty: ({ action }) => (
    <Empty action={action} icon={HooksIcon} text={t('empty.text')} title={t('empty.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <h3 className="text-label font-strong">{t('empty.code')}</h3>
        <Code name={t('empty.code')} text={createSnippet(location.origin)} />
      </div>
    </Empty>
  ),
  useActions: useEndpointActions,
})

function useEndpointActions({ organization, at, go }: ListPlace): ListActions<Endpoint> {
  const router = useRouter()
  const isNew = useRouterState({ select: ({ location }) => location.pathname.endsWith('/new') })
  const [dialog, setDialog] = useState<{ about: EndpointAction; endpoint: Endpoint } | null>(null)
  const enable = useEnableEndpoint()
  const here = `${at}/developers/webhooks`
  return {
    create: newEndpointCommand(() => go(`${here}/new`)),
    commandsOf: (endpoint) => {
      const { open, copyUrl, sample, redeliver, rotate, toggle, remove } = endpointCommands(endpoint, {
        href: `${here}/${endpoint.id}`,
        go,
        onOpenDialog: (about, of) => setDialog({ about, endpoint: of }),
        onEnable: enable,
      })
      return [[open, copyUrl], endpoint.isEnabled ? [sample, redeliver] : [sample], [rotate, toggle], [remove]]
    },
    overlays: (
      <>
        {isNew && (
          <NewEndpointDialog
            onClose={() => go(here)}
            onCreated={(id) => router.history.replace(`${here}/${id}`)}
            organizationId={organization.id}
          />
        )}
        {dialog !== null && <EndpointDialogs dialog={dialog.about} endpoint={dialog.endpoint} onClose={() => setDialog(null)} />}
      </>
    ),
  }
}
