import { useQuery } from '@tanstack/react-query'
import type { Merchant, TestClock } from '#client/types.ts'
import { apiQuery } from '#web/api.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { ClockIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { longTimeText } from '#web/ui/text/moment.ts'
import { StatusPill, type StatusTone } from '#web/ui/text/status.tsx'
import { ControlCard } from './control-card.tsx'
import { EventsCard } from './events-card.tsx'
import { t } from './messages.ts'
import { useMoves, useTestClock } from './queries.ts'

/** The test clock of the organization: its time, how it is advanced, and what happened. */
export default function TestClockPage() {
  const { id } = useOrganization()
  const merchant = useQuery(apiQuery('organizations', 'get', id))
  const clock = useTestClock(id)
  return (
    <QueryContent query={merchant}>
      {(loaded) =>
        loaded.mode === 'live' ? (
          <Empty icon={ClockIcon} level={1} text={t('live.text')} title={t('live.title')} />
        ) : (
          <QueryContent query={clock}>{(found) => <Content clock={found} merchant={loaded} />}</QueryContent>
        )
      }
    </QueryContent>
  )
}

const tones = { none: 'neutral', ready: 'neutral', advancing: 'info', failed: 'bad' } as const satisfies Record<string, StatusTone>

function Content({ clock, merchant }: { clock: TestClock | null; merchant: Merchant }) {
  const zone = merchant.billingTimezone
  const status = clock?.status ?? 'none'
  useMoves(clock, zone)
  return (
    <DetailLayout
      aside={<About clock={clock} zone={zone} />}
      head={
        <PageHeader lead={t('lead')} status={<StatusPill tone={tones[status]}>{t(`states.${status}`)}</StatusPill>} title={t('title')} />
      }
    >
      <ControlCard clock={clock} zone={zone} />
      <EventsCard clock={clock} zone={zone} />
    </DetailLayout>
  )
}

function About({ clock, zone }: { clock: TestClock | null; zone: string }) {
  const { locale } = useLanguage()
  const timeText = (at: string) => longTimeText(locale, new Date(at), zone)
  const last =
    clock === null || clock.advancedFrom === null || clock.targetTime === null
      ? t('about.never')
      : t('about.range', { from: timeText(clock.advancedFrom), to: timeText(clock.targetTime) })
  return (
    <Card>
      <CardHead title={t('about.title')} />
      <CardBody underHead>
        <DescriptionList
          items={[[t('about.zone'), zone], clock !== null && [t('about.created'), timeText(clock.createdAt)], [t('about.last'), last]]}
        />
        {clock === null && (
          <ul className="grid list-disc gap-8 pl-16 text-label text-muted">
            {(['frozen', 'forward', 'real'] as const).map((key) => (
              <li key={key}>{t(`confirm.${key}`)}</li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}
