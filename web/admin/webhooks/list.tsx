import type { WebhookEndpoint } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { pagedRows } from '#web/shell/list/sources.ts'
import type { ListActions } from '#web/shell/list/surface-list.tsx'
import { endpointColumns } from '#web/shell/webhooks/endpoint-columns.tsx'
import { useEndpointActions } from '#web/shell/webhooks/endpoint-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { HooksIcon } from '#web/ui/icons/index.ts'
import { type AdminPlace, adminList } from '../admin-list.ts'
import { adminHref } from '../href.ts'
import { t } from './messages.ts'
import { operatorWebhooks } from './operator-webhooks.ts'
import { OperatorWebhooks } from './surface.tsx'

const Endpoints = adminList({
  name: 'admin/webhooks',
  source: pagedRows<object, WebhookEndpoint>({
    key: ['webhookEndpoints', 'list'],
    read: async (_, page, options) => {
      const { items, pagination } = unwrap(await operatorWebhooks.webhookEndpoints.list(page, options))
      return { rows: items, total: pagination.totalCount }
    },
  }),
  kinds: {},
  title: () => t('title'),
  lead: () => t('description'),
  filters: () => ({}),
  queryOf: () => ({}),
  columns: endpointColumns(operatorWebhooks),
  nameOf: ({ url }) => endpointName(url),
  hrefOf: ({ id }) => adminHref('webhooks', id),
  noMatches: () => t('emptyTitle'),
  empty: ({ action }) => <Empty action={action} icon={HooksIcon} text={t('emptyText')} title={t('emptyTitle')} />,
  useActions,
})

function useActions({ dialog, open, go }: AdminPlace): ListActions<WebhookEndpoint> {
  const actions = useEndpointActions({
    organizationId: undefined,
    hrefOf: (id) => adminHref('webhooks', id),
    go,
    isNew: dialog === 'new',
    onNew: () => open('new'),
    onCancel: () => open(undefined),
    onCreated: (id) => go(adminHref('webhooks', id)),
  })
  // The palette knows no scopes outside an organization. Every administrator may do it.
  return { ...actions, create: actions.create && { ...actions.create, needs: undefined } }
}

/** The operator's webhook endpoints; `?dialog=new` opens the create dialog. */
export default function WebhookList() {
  return (
    <OperatorWebhooks>
      <Endpoints />
    </OperatorWebhooks>
  )
}
