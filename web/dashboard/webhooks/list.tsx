import { useRouter, useRouterState } from '@tanstack/react-router'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { createSnippet } from '#web/parts/webhooks/snippets.ts'
import { organizationWebhooks } from '#web/parts/webhooks/webhook-client.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { endpointColumns } from '#web/shell/webhooks/endpoint-columns.tsx'
import { useEndpointActions } from '#web/shell/webhooks/endpoint-list.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { HooksIcon } from '#web/ui/icons/index.ts'

/** The webhook endpoints; `…/new` opens the create dialog. */
export default resourceList({
  call: 'webhookEndpoints',
  hasExport: false,
  kinds: {},
  title: () => t('title'),
  lead: () => t('description'),
  filters: () => ({}),
  queryOf: () => ({}),
  columns: endpointColumns(organizationWebhooks),
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
  useActions: useListActions,
})

function useListActions({ organization, at, go }: ListPlace): ListActions<Item<'webhookEndpoints'>> {
  const router = useRouter()
  const isNew = useRouterState({ select: ({ location }) => location.pathname.endsWith('/new') })
  const here = `${at}/developers/webhooks`
  return useEndpointActions({
    organizationId: organization.id,
    hrefOf: (id) => `${here}/${id}`,
    go,
    isNew,
    onNew: () => go(`${here}/new`),
    onCancel: () => go(here),
    onCreated: (id) => router.history.replace(`${here}/${id}`),
  })
}
