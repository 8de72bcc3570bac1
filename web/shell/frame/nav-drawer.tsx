import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons/index.ts'
import { useModal } from '#web/ui/overlays/modal.ts'
import { t } from '../messages.ts'
import { UserMenu } from '../user-menu.tsx'
import { NavGroups, type NavProps } from './sidebar.tsx'

/** The navigation on narrow screens, in a drawer from the left. */
export default function NavDrawer({ open, onClose, head, groups }: NavProps & { open: boolean; onClose: () => void }) {
  const { dialog, handlers } = useModal(open, onClose, false)
  return (
    <dialog
      {...handlers}
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
          <NavGroups groups={groups} />
          <div className="flex-none border-t border-line p-8">
            <UserMenu />
          </div>
        </>
      )}
    </dialog>
  )
}
