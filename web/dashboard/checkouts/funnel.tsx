import { useQuery } from '@tanstack/react-query'
import type { Operations } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/checkouts/messages.ts'
import { Metric, Metrics } from '#web/ui/display/metric.tsx'
import { useLanguage } from '#web/ui/language.tsx'

type Query = Operations['checkouts:funnel']['query'] & { readonly organizationId: string }
type Counts = Operations['checkouts:funnel']['answer']

/** The number of checkouts of the period that reached each step. While it loads it keeps its place; without an answer it is left out. */
export function Funnel({ query }: { query: Query }) {
  const { locale } = useLanguage()
  const funnel = useQuery({ ...apiQuery('checkouts', 'funnel', query), placeholderData: (previous: Counts | undefined) => previous })
  if (funnel.error !== null) return null
  const counts = funnel.data
  const number = (value: number | undefined) => (value === undefined ? '–' : value.toLocaleString(locale))
  const share = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : value.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <div aria-busy={counts === undefined} className="mb-16 grid gap-8">
      <Metrics>
        <Metric label={t('funnel.opened')} since={t('funnel.open', { number: number(counts?.open) })} value={number(counts?.opened)} />
        <Metric
          label={t('funnel.attempted')}
          since={t('funnel.ofAll', { share: share(counts?.attemptedRate) })}
          value={number(counts?.attempted)}
        />
        <Metric
          label={t('funnel.succeeded')}
          since={[
            t('funnel.ofAll', { share: share(counts?.succeededRate) }),
            t('funnel.ofAttempted', { share: share(counts?.paidRate) }),
          ].join(' · ')}
          value={number(counts?.succeeded)}
        />
        <Metric label={t('funnel.failed')} value={number(counts?.failed)} />
        <Metric label={t('funnel.expired')} value={number(counts?.expired)} />
      </Metrics>
      {counts?.isLimited && <p className="text-caption text-muted">{t('funnel.limited')}</p>}
    </div>
  )
}
