import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { TestClock, TestClockTimelineEntry } from '#client/types.ts'
import { apiQuery } from '#web/api.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { Timeline } from '#web/ui/display/timeline.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { t } from './messages.ts'
import { byDay, type EntryPlace, type EntryView, viewOf } from './timeline.ts'

const api = getRouteApi('/dashboard/$org/developers/test-clock')

const PAGE_SIZE = 50
/** The interval at which the timeline is read while the clock advances. */
const FOLLOW_MS = 2000
/** The number of entries that the server keeps to. */
const ENTRIES_MAX = 1000

/** The events since the clock was created, by day, newest first. */
export function EventsCard({ clock, zone }: { clock: TestClock | null; zone: string }) {
  return (
    <Card label={t('timeline.title')}>
      <CardHead title={t('timeline.title')} />
      <CardBody underHead>{clock === null ? <Nothing text={t('timeline.empty')} /> : <Entries clock={clock} zone={zone} />}</CardBody>
    </Card>
  )
}

function Entries({ clock, zone }: { clock: TestClock; zone: string }) {
  const { locale } = useLanguage()
  const { page } = api.useSearch()
  const navigate = api.useNavigate()
  const query = useQuery({
    ...apiQuery('testClocks', 'timeline', { clockId: clock.id, page, limit: PAGE_SIZE }),
    placeholderData: (before) => before,
    refetchInterval: clock.status === 'advancing' ? FOLLOW_MS : false,
  })
  return (
    <QueryContent query={query}>
      {({ items, pagination: { totalCount } }) =>
        items.length === 0 ? (
          <Nothing text={t('timeline.emptyClock')} />
        ) : (
          <>
            {byDay(items, { locale, zone }).map(({ day, entries }) => (
              <Day day={day} entries={entries} key={entries[0]?.id} place={{ locale, zone }} />
            ))}
            <Pagination limit={PAGE_SIZE} onPage={(to) => void navigate({ search: { page: to } })} page={page} total={totalCount}>
              <span>{totalCount >= ENTRIES_MAX && t('timeline.limit', { count: ENTRIES_MAX })}</span>
            </Pagination>
          </>
        )
      }
    </QueryContent>
  )
}

function Day({ day, entries, place }: { day: string; entries: readonly TestClockTimelineEntry[]; place: EntryPlace }) {
  const { slug } = useOrganization()
  const format = new Intl.DateTimeFormat(place.locale, { timeStyle: 'short', timeZone: place.zone })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <h3 className="text-label font-strong">{day}</h3>
      <Timeline
        entries={entries.map((entry) => {
          const view = viewOf(entry, place)
          return { ...view, id: entry.id, at: entry.happenedAt, title: <Title at={`/dashboard/${slug}`} key={entry.id} view={view} /> }
        })}
        timeOf={(at) => (
          <time className="tabular-nums whitespace-nowrap" dateTime={new Date(at).toISOString()}>
            {format.format(new Date(at))}
          </time>
        )}
      />
    </section>
  )
}

const Title = ({ at, view: { path, title } }: { at: string; view: EntryView }) =>
  path === undefined ? title : <Link href={`${at}${path}`}>{title}</Link>

const Nothing = ({ text }: { text: string }) => <p className="text-label text-muted">{text}</p>
