// The timeline of a test clock in words: what each entry says, and the page of what it happened to.
import type { TestClockTimelineEntry } from '#client/types.ts'
import type { Icon } from '#web/ui/icons/icon.tsx'
import { ChainIcon, ClockIcon, CycleIcon, GaugeIcon, PulseIcon, ReceiptIcon, ReturnIcon, UserIcon } from '#web/ui/icons/index.ts'
import { longTimeText } from '#web/ui/text/moment.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { t } from './messages.ts'

/** The view of an entry. */
export interface EntryView {
  readonly icon: Icon
  readonly tone: 'good' | 'bad' | undefined
  readonly title: string
  readonly text: string | undefined
  /** The path of its page below the dashboard of the organization. */
  readonly path: string | undefined
}

/** The language, and the billing time zone (IANA). */
export interface EntryPlace {
  readonly locale: string
  readonly zone: string
}

const icons: Readonly<Record<string, Icon>> = {
  checkout: ChainIcon,
  customer: UserIcon,
  order: ReceiptIcon,
  refund: ReturnIcon,
  subscription: CycleIcon,
  test_clock: ClockIcon,
  usage_alert: GaugeIcon,
}
/** The resources that have a page each. */
const folders: Readonly<Record<string, string>> = {
  checkout: 'checkouts',
  customer: 'customers',
  order: 'orders',
  subscription: 'subscriptions',
}
const good = new Set(['order.paid', 'subscription.active', 'subscription.payment_recovered'])
const bad = new Set(['subscription.payment_failed'])
const badStatuses = new Set(['past_due', 'unpaid'])

/** The content of an entry, and where it leads. */
export function viewOf(entry: TestClockTimelineEntry, place: EntryPlace): EntryView {
  const [resource = '', change = ''] = entry.type.split('.')
  const { [resource]: folder } = change === 'deleted' || change === 'anonymized' ? {} : folders
  return {
    icon: icons[resource] ?? PulseIcon,
    tone: toneOf(entry, resource),
    title: titleOf(entry, place, [resource, change]),
    text: detailOf(entry, place),
    path: resource === 'refund' ? '/refunds' : folder && `/${folder}/${entry.resourceId}`,
  }
}

function toneOf({ type, status }: TestClockTimelineEntry, resource: string): EntryView['tone'] {
  if (good.has(type)) return 'good'
  return bad.has(type) || (resource === 'subscription' && badStatuses.has(status ?? '')) ? 'bad' : undefined
}

function titleOf(entry: TestClockTimelineEntry, { locale, zone }: EntryPlace, [resource, change]: readonly [string, string]): string {
  const { type, status, to } = entry
  if (type === 'test_clock.advanced' && to !== null) return t('timeline.advanced', { to: longTimeText(locale, new Date(to), zone) })
  const number = entry.number ?? ''
  const renewal = entry.billingReason === 'subscription_cycle' ? t.find(`timeline.renewals.${change}`, { number }) : undefined
  const state = change === 'updated' && status !== null ? t.find(`timeline.states.${resource}.${status}`) : undefined
  return renewal ?? state ?? t.find(`timeline.events.${type}`, { number, alert: entry.alertName ?? '' }) ?? t('timeline.other', { type })
}

function detailOf(entry: TestClockTimelineEntry, { locale, zone }: EntryPlace): string | undefined {
  if (entry.from !== null) return t('timeline.advancedFrom', { from: longTimeText(locale, new Date(entry.from), zone) })
  const amount = entry.amount === null || entry.currency === null ? [] : [formatMoney(locale, entry.amount, entry.currency)]
  const parts = [...(entry.productName === null ? [] : [entry.productName]), ...amount]
  return parts.length === 0 ? undefined : parts.join(' · ')
}

/** The entries by the day in the zone on which they happened; their order stays. */
export function byDay(entries: readonly TestClockTimelineEntry[], { locale, zone }: EntryPlace) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  const days: { readonly day: string; readonly entries: TestClockTimelineEntry[] }[] = []
  for (const entry of entries) {
    const day = format.format(new Date(entry.happenedAt))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
