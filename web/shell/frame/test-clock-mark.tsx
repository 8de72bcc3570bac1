import { useQuery } from '@tanstack/react-query'
import type { Organization } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { ClockIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { longTimeText } from '#web/ui/text/moment.ts'
import { t } from '../messages.ts'

/** The interval at which a page checks whether the clock was moved elsewhere: by the API, the command line or another page. */
const FOLLOW_MS = 10_000

/** Says on every page of an organization that has a test clock where it stands. */
export function TestClockMark({ organization: { id, slug } }: { organization: Pick<Organization, 'id' | 'slug'> }) {
  const { locale } = useLanguage()
  const { data } = useQuery({
    ...apiQuery('organizations', 'get', id),
    refetchInterval: ({ state }) => ((state.data?.testClockTime ?? null) === null ? false : FOLLOW_MS),
  })
  const at = data?.testClockTime ?? null
  if (data === undefined || at === null) return null
  return (
    <section aria-label={t('nav.testClock')} className="bg-info-soft px-16 py-6 wide:px-32">
      <a
        className="inline-flex items-center gap-8 rounded-key text-label font-strong text-info hover:underline"
        href={`/dashboard/${slug}/developers/test-clock`}
      >
        <ClockIcon />
        {t('frame.testClock', { time: longTimeText(locale, new Date(at), data.billingTimezone) })}
      </a>
    </section>
  )
}
