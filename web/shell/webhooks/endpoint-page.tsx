import { type ComponentType, Suspense, useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { type EndpointAction, endpointCommands } from '#web/parts/webhooks/commands.tsx'
import { EndpointDialogs, useEnableEndpoint } from '#web/parts/webhooks/endpoint-dialogs.tsx'
import { t } from '#web/parts/webhooks/messages.ts'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { Tabs } from '#web/ui/display/tabs.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { useMay } from '../access/permission.ts'
import type { DetailActions } from '../detail/detail-frame.tsx'
import type { DetailItem } from '../detail/details-card.tsx'
import { usePageSearch } from '../pages/page-search.ts'
import type { endpointSearch } from './delivery.list.ts'
import { OldSecret } from './old-secret.tsx'
import { EndpointSettings } from './settings.tsx'
import { Verification } from './verification.tsx'

/** The input that the page of an endpoint needs from its surface. */
export interface EndpointPagePlace {
  readonly href: string
  readonly go: (href: string) => void
  /** Leaves the page of a deleted endpoint. */
  readonly onDeleted: () => void
}

/** The actions on the page of an endpoint. */
export function useEndpointPageActions(endpoint: WebhookEndpoint, { href, go, onDeleted }: EndpointPagePlace): DetailActions {
  const [dialog, setDialog] = useState<EndpointAction | null>(null)
  const onEnable = useEnableEndpoint()
  const { copyUrl, sample, redeliver, rotate, toggle, remove } = endpointCommands(endpoint, { href, go, onOpenDialog: setDialog, onEnable })
  return {
    ...(endpoint.isEnabled
      ? { menu: [[sample, redeliver], [rotate, toggle], [copyUrl]] }
      : { primary: toggle, menu: [[sample], [rotate], [copyUrl]] }),
    danger: [remove],
    overlays: <EndpointDialogs dialog={dialog} endpoint={endpoint} onClose={() => setDialog(null)} onDeleted={onDeleted} />,
  }
}

/** The details of an endpoint besides its id and its times. */
export const endpointDetails = ({ url, previousSecretUntil: overlap }: WebhookEndpoint): readonly DetailItem[] => [
  [
    t('url'),
    <span className="[overflow-wrap:anywhere]" key="url">
      {url}
    </span>,
  ],
  overlap !== null && new Date(overlap) > new Date() && [t('stats.secret'), <OldSecret key="old" until={overlap} />],
]

/** The deliveries, the settings and the verification of an endpoint. `deliveries` is the list of its surface. */
export function EndpointTabs({ endpoint, deliveries: Deliveries }: { endpoint: WebhookEndpoint; deliveries: ComponentType }) {
  const may = useMay()
  const { at, set } = usePageSearch<typeof endpointSearch>()
  const tab = at.tab === 'settings' && !may('webhooks:write') ? 'deliveries' : at.tab
  return (
    <Tabs
      label={t('tabs.label')}
      onChange={(value) => set({ tab: value, event: undefined, attempt: undefined })}
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
export function EndpointProblem({ endpoint }: { endpoint: WebhookEndpoint }) {
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
