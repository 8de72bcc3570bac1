import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#web/ui/language.tsx'
import { dayText } from '#web/ui/text/moment.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { parseFilter } from './filter-values.ts'
import type { FilterOf, ListFilter } from './filters.ts'
import { t } from './messages.ts'

/** The value of a filter in words: "Paid, Refunded", "after 20 Oct 2026". */
export function FilterText({ filter, text }: { filter: ListFilter; text: string }) {
  const { locale } = useLanguage()
  if (filter.kind === 'reference') return <ReferenceText filter={filter} id={text} />
  if (filter.kind === 'one' || filter.kind === 'several') {
    const chosen = text.split(',')
    const labels = filter.options().filter(({ value }) => chosen.includes(value))
    return labels.length === 0 ? t('invalid') : labels.map(({ label }) => label).join(', ')
  }
  if (filter.kind === 'has') {
    const has = parseFilter('has', text)
    return has === undefined ? t('invalid') : t(has ? 'yes' : 'no')
  }
  if (filter.kind === 'dates') {
    const { from, to } = parseFilter('dates', text) ?? {}
    const day = (value: string | undefined) => value && dayText(locale, new Date(`${value}T00:00`))
    return rangeText(day(from), day(to), ['after', 'before'])
  }
  if (filter.kind === 'amounts') {
    const { min, max } = parseFilter('amounts', text) ?? {}
    const amount = (value: number | undefined) => (value === undefined ? undefined : formatMoney(locale, value, filter.currency))
    return rangeText(amount(min), amount(max), ['atLeast', 'atMost'])
  }
  return text
}

function rangeText(
  from: string | undefined,
  to: string | undefined,
  [open, closed]: readonly ['after', 'before'] | readonly ['atLeast', 'atMost'],
) {
  if (from !== undefined && to !== undefined) return from === to ? from : t('between', { from, to })
  if (from !== undefined) return t(open, { from })
  return to === undefined ? t('invalid') : t(closed, { to })
}

function ReferenceText({ filter, id }: { filter: FilterOf<'reference'>; id: string }) {
  const found = useQuery({ ...filter.find(parseFilter('reference', id) ?? id), retry: false })
  return found.data?.label ?? (found.isPending ? '…' : t('invalid'))
}
