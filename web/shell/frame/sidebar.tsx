import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { t } from '../messages.ts'
import { isCurrent, type NavGroup, type NavItem } from '../nav.ts'
import { UserMenu } from '../user-menu.tsx'

export interface NavProps {
  /** The content on top; `rail` collapses to an icon on medium screens. */
  head: (rail: boolean) => ReactNode
  groups: readonly NavGroup[]
}

/** The navigation: 240 px wide, a rail of icons on medium screens, hidden on narrow ones (see `nav-drawer.tsx`). */
export function Sidebar({ head, groups }: NavProps) {
  return (
    <aside
      aria-label={t('nav.main')}
      className="sticky top-(--above) hidden h-[calc(100dvh-var(--above))] flex-col border-r border-line wide:flex"
    >
      <div className="flex h-56 flex-none items-center px-8">{head(true)}</div>
      <NavGroups groups={groups} rail />
      <div className="flex-none border-t border-line p-8">
        <UserMenu rail />
      </div>
    </aside>
  )
}

/** The groups of the navigation; `rail` collapses them to icons on medium screens. */
export function NavGroups({ groups, rail = false }: { groups: readonly NavGroup[]; rail?: boolean }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav aria-label={t('nav.main')} className="min-h-0 flex-1 overflow-y-auto px-8 py-4">
      {groups.map(({ group, title, items }) => (
        <div className="not-first:mt-14" key={group}>
          {title !== null && <h2 className={cx('mb-4 px-8 text-caption text-faint', rail && 'wide:max-desk:sr-only')}>{title}</h2>}
          <ul>
            {items.map((item) => (
              <li key={item.href}>
                <NavLink current={isCurrent(item, path)} item={item} rail={rail} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function NavLink({ item, current, rail }: { item: NavItem; current: boolean; rail: boolean }) {
  const ItemIcon = item.meta.icon
  return (
    <a
      aria-current={current ? 'page' : undefined}
      className={cx(
        'flex h-(--h-nav) items-center gap-10 rounded-control px-8 text-label transition-colors',
        current ? 'bg-selected font-strong text-text' : 'text-muted hover:bg-hover',
        rail && 'wide:max-desk:justify-center wide:max-desk:px-0',
      )}
      href={item.href}
      title={rail ? item.label : undefined}
    >
      {ItemIcon !== undefined && <ItemIcon className={current ? 'text-text' : 'text-faint'} />}
      <span className={cx('truncate', rail && 'wide:max-desk:sr-only')}>{item.label}</span>
    </a>
  )
}
