import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { ask } from '#web/api.ts'
import { type EndpointQuestion, endpointCommands } from '#web/parts/webhooks/commands.tsx'
import { EndpointDialogs, useEnable } from '#web/parts/webhooks/endpoint-dialogs.tsx'
import { endpointName } from '#web/parts/webhooks/endpoint-name.ts'
import { t } from '#web/parts/webhooks/messages.ts'
import { EndpointPill } from '#web/parts/webhooks/status.tsx'
import { menuOf, useCommands } from '#web/shell/commands.ts'
import { Loaded } from '#web/shell/loaded.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Tabs } from '#web/ui/display/tabs.tsx'
import { DotsIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointFacts } from './facts.tsx'
import { EndpointSettings } from './settings.tsx'
import { Verification } from './verification.tsx'

const route = getRouteApi('/dashboard/$org/developers/webhooks/$id')

/** One endpoint: whether it is told anything, what was sent to it, what it listens to. */
export default function WebhookDetail() {
  const { id } = route.useParams()
  const query = useQuery(ask('webhookEndpoints', 'get', id))
  return <Loaded query={query}>{(endpoint) => <Endpoint endpoint={endpoint} />}</Loaded>
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const organization = useOrganization()
  const router = useRouter()
  const navigate = route.useNavigate()
  const { tab } = route.useSearch()
  const [about, setAbout] = useState<EndpointQuestion | null>(null)
  const enable = useEnable()
  const list = `/dashboard/${organization.slug}/developers/webhooks`
  // biome-ignore lint/correctness/useExhaustiveDependencies: enabling is a new function each time, and always does the same.
  const commands = useMemo(() => {
    const place = `${list}/${endpoint.id}`
    return endpointCommands(endpoint, { place, go: (href) => router.history.push(href), onAsk: setAbout, onEnable: enable })
  }, [endpoint, list, router])
  useCommands(useMemo(() => [commands.copyUrl, commands.rotate, commands.toggle, commands.remove], [commands]))
  const more = [...menuOf([commands.copyUrl, commands.rotate, commands.toggle]), 'line' as const, ...menuOf([commands.remove])]
  return (
    <>
      <PageHeader
        crumb={{ label: t('title'), href: list }}
        status={<EndpointPill endpoint={endpoint} />}
        title={endpointName(endpoint.url)}
      >
        {!endpoint.isEnabled && (
          <Button look="primary" onClick={commands.toggle.run}>
            {t('acts.enable')}
          </Button>
        )}
        <Menu
          items={more}
          label={t('acts.more')}
          side="end"
          trigger={(trigger) => <IconButton {...trigger} hint={false} icon={DotsIcon} label={t('acts.more')} pull="right" />}
        />
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
        <Trouble endpoint={endpoint} />
        <EndpointFacts endpoint={endpoint} onRotate={commands.rotate.run} />
        <Tabs
          label={t('tabs.label')}
          onChange={(value) => void navigate({ search: { tab: value } })}
          tabs={[
            { value: 'deliveries', label: t('tabs.deliveries') },
            { value: 'settings', label: t('tabs.settings') },
            { value: 'verify', label: t('tabs.verify') },
          ]}
          value={tab}
        >
          {tab === 'deliveries' && <Deliveries endpoint={endpoint} />}
          {tab === 'settings' && <EndpointSettings endpoint={endpoint} key={endpoint.modifiedAt} />}
          {tab === 'verify' && <Verification endpoint={endpoint} />}
        </Tabs>
      </div>
      <EndpointDialogs about={about} endpoint={endpoint} onClose={() => setAbout(null)} onDeleted={() => router.history.replace(list)} />
    </>
  )
}

/** Why nothing arrives, where nothing does. */
function Trouble({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (!endpoint.isEnabled && endpoint.disabledReason !== null) {
    return <Banner tone={endpoint.disabledReason === 'merchant' ? 'info' : 'bad'}>{t(`reason.${endpoint.disabledReason}`)}</Banner>
  }
  if (endpoint.failingSince === null) return null
  const [before, after] = t('reason.failingNow', { when: '\u0000' }).split('\u0000')
  return (
    <Banner tone="warn">
      {before}
      <Time as="exact" at={endpoint.failingSince} />
      {after}
    </Banner>
  )
}
