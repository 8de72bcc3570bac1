import { useQuery } from '@tanstack/react-query'
import type { Organization, WebhookEndpoint } from '#client/index.ts'
import { webhooks } from '#messages/webhooks.ts'
import { apiQuery } from '#web/api.ts'
import { messages } from '#web/language.ts'
import { WarningIcon } from '#web/ui/icons/index.ts'
import { isPermitted } from '../access/permission.ts'

const t = messages(webhooks)

/** The interval at which a page checks whether a receiver began to fail, or works again. */
const FOLLOW_MS = 30_000
/** Endpoints of which a failure is looked for; more are counted as these. */
const most = 10

/** Says on every page of an organization that a webhook fails or was disabled for it, to those who may see webhooks. */
export default function WebhookNotice({ organization }: { organization: Organization }) {
  const { id: organizationId, slug } = organization
  const { data } = useQuery({
    ...apiQuery('webhookEndpoints', 'list', { organizationId, isFailing: true, limit: most }),
    enabled: isPermitted(organization, 'webhooks:read'),
    refetchInterval: FOLLOW_MS,
  })
  const failing = (data?.items ?? []).filter(isWorthNotice)
  const [only, ...others] = failing
  if (only === undefined) return null
  const list = `/dashboard/${slug}/developers/webhooks`
  return (
    <section aria-label={t('title')} className="bg-warn-soft px-16 py-6 wide:px-32" data-notice="webhooks">
      <a
        className="inline-flex items-center gap-8 rounded-key text-label text-warn hover:underline"
        href={others.length === 0 ? `${list}/${only.id}` : list}
      >
        <WarningIcon className="flex-none" />
        <span className="[overflow-wrap:anywhere]">
          {others.length === 0 ? textOf(only) : t('notice.several', { count: failing.length })}
        </span>
      </a>
    </section>
  )
}

/** A disabled endpoint, or one that fails: a single refused call is retried within seconds. */
const isWorthNotice = ({ isEnabled, health }: WebhookEndpoint) => !isEnabled || health.state === 'failing'

function textOf({ isEnabled, url }: WebhookEndpoint): string {
  const { host, pathname } = new URL(url)
  const endpoint = `${host}${pathname === '/' ? '' : pathname}`
  return isEnabled ? t('notice.failing', { endpoint }) : t('notice.disabled', { endpoint })
}
