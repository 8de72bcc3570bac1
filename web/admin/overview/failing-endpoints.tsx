import type { AdminHealth } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { FailingEndpointStatus } from '#web/parts/webhooks/status.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from './messages.ts'

type FailingEndpoint = AdminHealth['webhooks']['failing'][number]

const columns: readonly Column<FailingEndpoint>[] = [
  { id: 'endpoint', head: t('webhooks.endpoint'), cell: ({ url }) => url },
  {
    id: 'state',
    head: t('webhooks.state'),
    cell: ({ isEnabled }) => <FailingEndpointStatus isEnabled={isEnabled} />,
  },
  {
    id: 'organization',
    head: t('webhooks.organization'),
    quiet: true,
    narrow: 'hide',
    cell: ({ organizationName }) => organizationName ?? t('webhooks.operator'),
  },
  { id: 'failures', head: t('webhooks.failures'), align: 'end', quiet: true, narrow: 'hide', cell: ({ failures }) => failures },
  {
    id: 'since',
    head: t('webhooks.since'),
    align: 'end',
    quiet: true,
    narrow: 'hide',
    cell: ({ failingSince }) => failingSince && <Time at={failingSince} />,
  },
]

/** The webhook endpoints that fail; each links to its organization, those of the operator to their own pages. */
export function FailingEndpoints({ endpoints }: { endpoints: readonly FailingEndpoint[] }) {
  return (
    <Table
      columns={columns}
      dense
      hrefOf={({ id, organizationId }) =>
        organizationId === null ? adminHref('webhooks', id) : adminHref('organizations', organizationId)
      }
      idOf={({ id }) => id}
      label={t('failingWebhooks')}
      nameOf={({ url }) => url}
      rows={endpoints}
    />
  )
}
