import type { Subscription } from '#client/index.ts'
import { t } from '#web/parts/subscriptions/messages.ts'
import { cx } from '#web/ui/cx.ts'

type Status = Subscription['status']

/** The filters that a tab stands for. */
interface SavedTab {
  readonly label: () => string
  readonly status?: readonly Status[]
  readonly ending?: boolean
}

const tabs: readonly SavedTab[] = [
  { label: () => t('tabs.all') },
  { label: () => t('tabs.active'), status: ['active'], ending: false },
  { label: () => t('tabs.trialing'), status: ['trialing'] },
  { label: () => t('tabs.overdue'), status: ['past_due', 'unpaid'] },
  { label: () => t('tabs.ending'), status: ['trialing', 'active'], ending: true },
  { label: () => t('tabs.ended'), status: ['canceled', 'incomplete_expired'] },
]

/** The filters of the list that a tab compares itself with. */
interface SetFilters {
  readonly status?: readonly string[] | undefined
  readonly ending?: boolean | undefined
}

const isSame = (tab: SavedTab, set: SetFilters) =>
  (tab.status ?? []).toSorted().join() === (set.status ?? []).toSorted().join() && tab.ending === set.ending

function hrefOf({ status, ending }: SavedTab, path: string): string {
  const search = [status && `status=${status.join()}`, ending !== undefined && `ending=${ending ? 'yes' : 'no'}`].filter(Boolean)
  return search.length === 0 ? path : `${path}?${search.join('&')}`
}

/** Saved filters as tabs: each is a link to the list with its filters. None is marked while other filters are set. */
export function SubscriptionTabs({ path, set }: { path: string; set: SetFilters }) {
  return (
    <nav aria-label={t('tabs.label')} className="mb-16 flex gap-20 overflow-x-auto border-b border-line text-label">
      {tabs.map((tab) => {
        const isChosen = isSame(tab, set)
        const href = hrefOf(tab, path)
        return (
          <a
            aria-current={isChosen ? 'true' : undefined}
            className={cx(
              'inline-flex h-36 flex-none items-center border-b-2 outline-offset-[-2px] pointer-coarse:h-44',
              isChosen ? 'border-text font-strong text-text' : 'border-transparent text-muted hover:text-text',
            )}
            href={href}
            key={href}
          >
            {tab.label()}
          </a>
        )
      })}
    </nav>
  )
}
