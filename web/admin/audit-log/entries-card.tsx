import { useQuery } from '@tanstack/react-query'
import type { EntryFilter } from '#client/types.ts'
import { unwrap } from '#web/api.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Timeline } from '#web/ui/display/timeline.tsx'
import { administration } from '../client.ts'
import { actionIcon, actionText, actorText, impersonatorText } from './entry.tsx'
import { t } from './messages.ts'

const limit = 8

/** The latest entries that match `of`, with a link to all of them. */
export default function EntriesCard({ of, all, none }: { of: EntryFilter; all: string; none: string }) {
  const query = useQuery({
    queryKey: ['admin', 'entries', of],
    queryFn: ({ signal }) => administration.listAuditEntries({ ...of, limit }, { signal }).then(unwrap),
  })
  return (
    <QueryContent query={query}>
      {({ entries }) => (
        <Card>
          <CardHead lined title={t('title')}>
            {entries.length > 0 && (
              <a className={buttonClass({ variant: 'quiet' })} href={all}>
                {t('all')}
              </a>
            )}
          </CardHead>
          <CardBody>
            {entries.length === 0 ? (
              <p className="text-label text-muted">{none}</p>
            ) : (
              <Timeline
                entries={entries.map((entry) => ({
                  id: entry.id,
                  icon: actionIcon(entry.action),
                  title: actionText(entry),
                  text: [
                    impersonatorText(entry) === undefined
                      ? actorText(entry)
                      : t('impersonating', { actor: impersonatorText(entry) ?? '', user: actorText(entry) }),
                    entry.browser,
                    entry.address,
                  ]
                    .filter(Boolean)
                    .join(' · '),
                  at: entry.happenedAt,
                  tone: /failed$|banned$/.test(entry.action) ? ('warn' as const) : undefined,
                }))}
              />
            )}
          </CardBody>
        </Card>
      )}
    </QueryContent>
  )
}
