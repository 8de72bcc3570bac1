import { useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EndpointPill } from '#web/parts/webhooks/status.tsx'
import { resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { EndpointProblem, EndpointTabs, endpointDetails, useEndpointPageActions } from '#web/shell/webhooks/endpoint-page.tsx'
import { useEndpointFigures } from '#web/shell/webhooks/stats.tsx'
import { HooksIcon } from '#web/ui/icons/index.ts'

// Deliveries are a list: its frame loads beside that of the page.
const Deliveries = lazy(() => import('./deliveries.tsx'))

const list = '/developers/webhooks'

/** One endpoint: its health, its deliveries and its settings. */
const WebhookPage: ComponentType = resourceDetail({
  call: 'webhookEndpoints',
  api: { path: '/v1/webhooks/endpoints/', scope: 'webhooks:read' },
  list,
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf: ({ url }) => endpointName(url),
  status: (endpoint) => <EndpointPill endpoint={endpoint} />,
  useActions: (endpoint, { at, go }) => {
    const router = useRouter()
    return useEndpointPageActions(endpoint, {
      href: `${at}${list}/${endpoint.id}`,
      go,
      onDeleted: () => router.history.replace(`${at}${list}`),
    })
  },
  useFigures: useEndpointFigures,
  notice: (endpoint) => <EndpointProblem endpoint={endpoint} />,
  main: (endpoint) => <EndpointTabs deliveries={Deliveries} endpoint={endpoint} />,
  isWide: true,
  details: endpointDetails,
  useTimeline: ({ createdAt }) => [
    { id: 'created', kind: 'change', action: 'webhook_endpoint.created', icon: HooksIcon, title: t('form.created'), at: createdAt },
  ],
})
export default WebhookPage
