import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { type EndpointAction, endpointCommands } from '#web/parts/webhooks/commands.tsx'
import { EndpointDialogs, useEnableEndpoint } from '#web/parts/webhooks/endpoint-dialogs.tsx'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EndpointPill } from '#web/parts/webhooks/status.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { Tabs } from '#web/ui/display/tabs.tsx'
import { HooksIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { OldSecret } from './old-secret.tsx'
import { EndpointSettings } from './settings.tsx'
import { useEndpointFigures } from './stats.tsx'
import { Verification } from './verification.tsx'

// Deliveries are a list: its frame loads beside that of the page.
const Deliveries = lazy(() => import('./deliveries.tsx'))

const route = getRouteApi('/dashboard/$org/developers/webhooks/$id')
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
    const [dialog, setDialog] = useState<EndpointAction | null>(null)
    const onEnable = useEnableEndpoint()
    const { copyUrl, sample, redeliver, rotate, toggle, remove } = endpointCommands(endpoint, {
      href: `${at}${list}/${endpoint.id}`,
      go,
      onOpenDialog: setDialog,
      onEnable,
    })
    return {
      ...(endpoint.isEnabled
        ? { menu: [[sample, redeliver], [rotate, toggle], [copyUrl]] }
        : { primary: toggle, menu: [[sample], [rotate], [copyUrl]] }),
      danger: [remove],
      overlays: (
        <EndpointDialogs
          dialog={dialog}
          endpoint={endpoint}
          onClose={() => setDialog(null)}
          onDeleted={() => router.history.replace(`${at}${list}`)}
        />
      ),
    }
  },
  useFigures: useEndpointFigures,
  notice: (endpoint) => <EndpointProblem endpoint={endpoint} />,
  main: (endpoint) => <EndpointTabs endpoint={endpoint} />,
  isWide: true,
  details: ({ url, previousSecretUntil: overlap }) => [
    [
      t('url'),
      <span className="[overflow-wrap:anywhere]" key="url">
        {url}
      </span>,
    ],
    overlap !== null && new Date(overlap) > new Date() && [t('stats.secret'), <OldSecret key="old" until={overlap} />],
  ],
  useTimeline: ({ createdAt }) => [
    { id: 'created', kind: 'change', action: 'webhook_endpoint.created', icon: HooksIcon, title: t('form.created'), at: createdAt },
  ],
})
export default WebhookPage

function EndpointTabs({ endpoint }: { endpoint: WebhookEndpoint }) {
  const navigate = route.useNavigate()
  const may = useMay()
  const { tab: requested } = route.useSearch()
  const tab = requested === 'settings' && !may('webhooks:write') ? 'deliveries' : requested
  return (
    <Tabs
      label={t('tabs.label')}
      onChange={(value) => void navigate({ search: { tab: value } })}
      tabs={[
        { value: 'deliveries', label: t('tabs.deliveries') },
        ...(may('webhooks:write') ? [{ value: 'settings' as const, label: t('tabs.settings') }] : []),
        { value: 'verify', label: t('tabs.verify') },
      ]}
      value={tab}
    >
      {tab === 'deliveries' && (
        <Suspense fallback={<Skeletons label={t('tabs.deliveries')} rows={3} />}>
          <Deliveries />
        </Suspense>
      )}
      {tab === 'settings' && <EndpointSettings endpoint={endpoint} key={endpoint.modifiedAt} />}
      {tab === 'verify' && <Verification endpoint={endpoint} />}
    </Tabs>
  )
}

/** Explains why the endpoint receives nothing, if it is disabled or failing. */
function EndpointProblem({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (!endpoint.isEnabled && endpoint.disabledReason !== null) {
    return <Banner tone={endpoint.disabledReason === 'merchant' ? 'info' : 'bad'}>{t(`reason.${endpoint.disabledReason}`)}</Banner>
  }
  const { state, attempts, accepted, lastAcceptedAt } = endpoint.health
  if (state === 'healthy') return null
  const [before, after] = t('reason.lastAccepted', { when: '\u0000' }).split('\u0000')
  return (
    <Banner tone="warn">
      {accepted === 0 ? t('reason.noneAccepted', { count: attempts }) : t('reason.accepted', { accepted, count: attempts })}{' '}
      {lastAcceptedAt !== null && (
        <>
          {before}
          <Time at={lastAcceptedAt} />
          {after}{' '}
        </>
      )}
      {t('reason.retries')}
    </Banner>
  )
}
