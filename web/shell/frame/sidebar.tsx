import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons/index.ts'
import { useModal } from '#web/ui/overlays/modal.ts'
import { t } from '../messages.ts'
import { isCurrent, type Place, type PlaceGroup } from '../nav.ts'
import { PersonMenu } from '../person-menu.tsx'

interface Ways {
  /** What stands on top; `rail` folds to an icon on middling screens. */
  head: (rail: boolean) => ReactNode
  groups: readonly PlaceGroup[]
}

/** The way around: 240 wide, a rail of icons on middling screens, absent on narrow ones (see `NavDrawer`). */
export function Sidebar({ head, groups }: Ways) {
  return (
    <aside
      aria-label={t('nav.main')}
      className="sticky top-(--above) hidden h-[calc(100dvh-var(--above))] flex-col border-r border-line wide:flex"
    >
      <div className="flex h-56 flex-none items-center px-8">{head(true)}</div>
      <Places groups={groups} rail />
      <div className="flex-none border-t border-line p-8">
        <PersonMenu rail />
      </div>
    </aside>
  )
}

/** The same on narrow screens, in a drawer from the left. */
export function NavDrawer({ open, onClose, head, groups }: Ways & { open: boolean; onClose: () => void }) {
  const { dialog, backOut } = useModal(open, onClose, false)
  return (
    <dialog
      {...backOut}
      aria-label={t('nav.main')}
      className={cx(
        'fixed inset-y-0 left-0 m-0 h-auto max-h-none w-304 max-w-[calc(100vw-56px)] border-none bg-canvas p-0',
        open && 'flex flex-col',
      )}
      ref={dialog}
    >
      {open && (
        <>
          <div className="flex h-56 flex-none items-center gap-4 pr-4 pl-8">
            {head(false)}
            <IconButton hint={false} icon={CloseIcon} label={t('nav.closeMenu')} onClick={onClose} />
          </div>
          <Places groups={groups} />
          <div className="flex-none border-t border-line p-8">
            <PersonMenu />
          </div>
        </>
      )}
    </dialog>
  )
}

function Places({ groups, rail = false }: { groups: readonly PlaceGroup[]; rail?: boolean }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav aria-label={t('nav.main')} className="min-h-0 flex-1 overflow-y-auto px-8 py-4">
      {groups.map(({ group, title, places }) => (
        <div className="not-first:mt-14" key={group}>
          {title !== null && <h2 className={cx('mb-4 px-8 text-caption text-faint', rail && 'wide:max-desk:sr-only')}>{title}</h2>}
          <ul>
            {places.map((place) => (
              <li key={place.href}>
                <PlaceLink current={isCurrent(place, path)} place={place} rail={rail} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function PlaceLink({ place, current, rail }: { place: Place; current: boolean; rail: boolean }) {
  const Drawing = place.about.icon
  return (
    <a
      aria-current={current ? 'page' : undefined}
      className={cx(
        'flex h-(--h-nav) items-center gap-10 rounded-control px-8 text-label transition-colors',
        current ? 'bg-selected font-strong text-text' : 'text-muted hover:bg-hover',
        rail && 'wide:max-desk:justify-center wide:max-desk:px-0',
      )}
      href={place.href}
      title={rail ? place.label : undefined}
    >
      {Drawing !== undefined && <Drawing className={current ? 'text-text' : 'text-faint'} />}
      <span className={cx('truncate', rail && 'wide:max-desk:sr-only')}>{place.label}</span>
    </a>
  )
}
