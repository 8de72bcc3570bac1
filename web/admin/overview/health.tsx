import { useQuery } from '@tanstack/react-query'
import type { AdminHealth } from '#client/types.ts'
import { unwrap } from '#web/api.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { Metric, Metrics } from '#web/ui/display/metric.tsx'
import { Status, StatusPill } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { administration } from '../client.ts'
import { adminHref } from '../href.ts'
import { type Check, checksOf } from './checks.ts'
import { FailingEndpoints } from './failing-endpoints.tsx'
import { Installation } from './installation.tsx'
import { t } from './messages.ts'

const refetchMs = 5000

/** The health of the platform, refetched every five seconds. */
export default function Health() {
  const query = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => administration.health({ signal }).then(unwrap),
    refetchInterval: refetchMs,
  })
  const checks = query.data === undefined ? [] : checksOf(query.data, Date.now())
  const problems = checks.filter(({ tone }) => tone !== 'good')
  return (
    <>
      <PageHeader
        status={
          query.data !== undefined &&
          (problems.length === 0 ? (
            <StatusPill tone="good">{t('healthy')}</StatusPill>
          ) : (
            <StatusPill tone={problems.some(({ tone }) => tone === 'bad') ? 'bad' : 'warn'}>
              {t('problems', { count: problems.length })}
            </StatusPill>
          ))
        }
        title={t('title')}
      />
      <QueryContent query={query}>
        {(health) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
            <Numbers health={health} />
            <Card label={t('checks')}>
              <CardHead lined title={t('checks')} />
              <Rows>
                {checks.map((check) => (
                  <Row key={check.id}>
                    <CheckRow check={check} />
                  </Row>
                ))}
              </Rows>
            </Card>
            {health.webhooks.failing.length > 0 && <FailingEndpoints endpoints={health.webhooks.failing} />}
            <Installation health={health} />
          </div>
        )}
      </QueryContent>
    </>
  )
}

function Numbers({ health: { queue, facts, webhooks, mail } }: { health: AdminHealth }) {
  const oldest =
    facts.oldestAt === null ? undefined : (
      <>
        {t('oldest')} <Time at={facts.oldestAt} />
      </>
    )
  return (
    <Metrics>
      <Metric
        label={<ListLink href={`${adminHref('jobs')}?is=waiting`} text={t('waitingJobs')} />}
        since={t('dueNow', { count: queue.due })}
        value={queue.waiting}
      />
      <Metric label={<ListLink href={adminHref('jobs')} text={t('failedJobs')} />} value={queue.dead} />
      <Metric
        label={<ListLink href={`${adminHref('events')}?is=waiting`} text={t('waitingEvents')} />}
        since={oldest}
        value={facts.waiting}
      />
      <Metric label={t('failingWebhooks')} value={webhooks.failing.length} />
      <Metric label={t('waitingEmails')} since={mail.dead > 0 ? t('failedEmails', { count: mail.dead }) : undefined} value={mail.waiting} />
    </Metrics>
  )
}

/** The name of a number, which leads to what it counts. */
const ListLink = ({ href, text }: { href: string; text: string }) => (
  <a className="rounded-key underline decoration-current/40 underline-offset-3 hover:text-text" href={href}>
    {text}
  </a>
)

function CheckRow({ check: { name, tone, text, action, error } }: { check: Check }) {
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-8 py-4 wide:grid-cols-[144px_minmax(0,1fr)_auto]">
      <Status tone={tone}>
        <span className="font-strong">{name}</span>
      </Status>
      <div className="grid min-w-0 gap-4">
        <p className="max-w-reading text-muted [overflow-wrap:anywhere]">{text}</p>
        {error && <p className="font-mono text-caption text-bad [overflow-wrap:anywhere]">{error}</p>}
      </div>
      {action !== null && (
        <a className={buttonClass()} href={action.href}>
          {action.label}
        </a>
      )}
    </div>
  )
}
