import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { type EndpointAction, endpointCommands } from '#web/parts/webhooks/commands.tsx'
import { EndpointDialogs, useEnableEndpoint } from '#web/parts/webhooks/endpoint-dialogs.tsx'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EndpointPill } from '#web/parts/webhooks/status.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { Permitted, useMenuOf } from '#web/shell/access/permitted.tsx'
import { useCommands } from '#web/shell/commands.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Tabs } from '#web/ui/display/tabs.tsx'
import { DotsIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointSettings } from './settings.tsx'
import { EndpointStats } from './stats.tsx'
import { Verification } from './verification.tsx'

const route = getRouteApi('/dashboard/$org/developers/webhooks/$id')

/** One endpoint: its health, its deliveries and its settings. */
export default function WebhookDetail() {
  const { id } = route.useParams()
  const query = useQuery(apiQuery('webhookEndpoints', 'get', id))
  return <QueryContent query={query}>{(endpoint) => <Endpoint endpoint={endpoint} />}</QueryContent>
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const organization = useOrganization()
  const router = useRouter()
  const navigate = route.useNavigate()
  const may = useMay()
  const menuOf = useMenuOf()
  const { tab: requestedTab } = route.useSearch()
  const tab = requestedTab === 'settings' && !may('webhooks:write') ? 'deliveries' : requestedTab
  const [about, setAbout] = useState<EndpointAction | null>(null)
  const enable = useEnableEndpoint()
  const list = `/dashboard/${organization.slug}/developers/webhooks`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `enable` is a new function on each render with the same behaviour.
  const commands = useMemo(() => {
    const href = `${list}/${endpoint.id}`
    return endpointCommands(endpoint, { href, go: (href) => router.history.push(href), onOpenDialog: setAbout, onEnable: enable })
  }, [endpoint, list, router])
  useCommands(useMemo(() => [commands.copyUrl, commands.rotate, commands.toggle, commands.remove], [commands]))
  const more = menuOf([commands.copyUrl, commands.rotate, commands.toggle], [commands.remove])
  return (
    <>
      <PageHeader
        crumb={{ label: t('title'), href: list }}
        status={<EndpointPill endpoint={endpoint} />}
        title={endpointName(endpoint.url)}
      >
        {!endpoint.isEnabled && (
          <Permitted needs="webhooks:write">
            <Button variant="primary" onClick={commands.toggle.run}>
              {t('actions.enable')}
            </Button>
          </Permitted>
        )}
        <Menu
          items={more}
          label={t('actions.more')}
          side="end"
          trigger={(trigger) => <IconButton {...trigger} hint={false} icon={DotsIcon} label={t('actions.more')} pull="right" />}
        />
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
        <EndpointProblem endpoint={endpoint} />
        <EndpointStats endpoint={endpoint} onRotate={commands.rotate.run} />
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
          {tab === 'deliveries' && <Deliveries endpoint={endpoint} />}
          {tab === 'settings' && <EndpointSettings endpoint={endpoint} key={endpoint.modifiedAt} />}
          {tab === 'verify' && <Verification endpoint={endpoint} />}
        </Tabs>
      </div>
      <EndpointDialogs dialog={about} endpoint={endpoint} onClose={() => setAbout(null)} onDeleted={() => router.history.replace(list)} />
    </>
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
