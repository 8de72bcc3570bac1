import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { isId } from '#web/parts/single-resource.tsx'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { EndpointPill } from '#web/parts/webhooks/status.tsx'
import { endpointQuery } from '#web/parts/webhooks/webhook-client.ts'
import { DetailFrame } from '#web/shell/detail/detail-frame.tsx'
import { EndpointProblem, EndpointTabs, endpointDetails, useEndpointPageActions } from '#web/shell/webhooks/endpoint-page.tsx'
import { useEndpointFigures } from '#web/shell/webhooks/stats.tsx'
import { LazyEntriesCard } from '../audit-log/lazy-entries-card.tsx'
import { adminHref } from '../href.ts'
import { SingleResource } from '../single-resource.tsx'
import { useResourceId } from '../use-resource.ts'
import { t } from './messages.ts'
import { operatorWebhooks } from './operator-webhooks.ts'
import { OperatorWebhooks } from './surface.tsx'

// Deliveries are a list: its frame loads beside that of the page.
const Deliveries = lazy(() => import('./deliveries.tsx'))

const crumb = { label: t('title'), href: adminHref('webhooks') }

/** One endpoint of the operator: its health, its deliveries and its settings. */
export default function WebhookDetail() {
  const id = useResourceId()
  const query = useQuery({ ...endpointQuery(operatorWebhooks, id), enabled: isId(id) })
  return (
    <OperatorWebhooks>
      <SingleResource crumb={crumb} id={id} query={query}>
        {(endpoint) => <EndpointContent endpoint={endpoint} key={endpoint.id} />}
      </SingleResource>
    </OperatorWebhooks>
  )
}

function EndpointContent({ endpoint }: { endpoint: WebhookEndpoint }) {
  const router = useRouter()
  const name = endpointName(endpoint.url)
  const figures = useEndpointFigures(endpoint)
  const actions = useEndpointPageActions(endpoint, {
    href: adminHref('webhooks', endpoint.id),
    go: (href) => router.history.push(href),
    onDeleted: () => router.history.replace(adminHref('webhooks')),
  })
  return (
    <DetailFrame
      actions={actions}
      crumb={crumb}
      details={endpointDetails(endpoint)}
      figures={figures}
      history={<LazyEntriesCard all={adminHref('audit')} none={t('history')} of={{ targetId: endpoint.id }} />}
      isWide
      main={<EndpointTabs deliveries={Deliveries} endpoint={endpoint} />}
      notice={<EndpointProblem endpoint={endpoint} />}
      resource={endpoint}
      status={<EndpointPill endpoint={endpoint} />}
      title={name}
      windowTitle={`${name} · ${t('title')}`}
    />
  )
}
