import { Avatar } from '#web/parts/avatar.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { cx } from '#web/ui/cx.ts'
import { DotsIcon, ShieldIcon, SignOutIcon, UserIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'
import { isAdministrator } from './nav.ts'
import { useSession } from './session.tsx'
import { useSignOut } from './sign-out.ts'
import { setTheme, useTheme } from './theme.ts'

/** The user menu at the foot of the sidebar: account, theme and sign-out. */
export function UserMenu({ rail = false }: { rail?: boolean }) {
  const { user } = useSession()
  const theme = useTheme()
  const signOut = useSignOut()
  return (
    <Menu
      items={[
        { title: user.email },
        { label: t('frame.account'), icon: UserIcon, href: '/account/profile' },
        ...(isAdministrator(user) ? [{ label: t('frame.administration'), icon: ShieldIcon, href: '/admin' }] : []),
        'line',
        { title: t('frame.theme') },
        { label: t('frame.themeSystem'), checked: theme === 'system', onSelect: () => setTheme('system') },
        { label: t('frame.themeLight'), checked: theme === 'light', onSelect: () => setTheme('light') },
        { label: t('frame.themeDark'), checked: theme === 'dark', onSelect: () => setTheme('dark') },
        'line',
        { label: t('frame.signOut'), icon: SignOutIcon, onSelect: signOut },
      ]}
      label={t('frame.user', { name: user.name })}
      trigger={(trigger) => (
        <button
          {...trigger}
          className={cx(
            'flex h-40 w-full min-w-0 items-center gap-10 rounded-control px-8 text-left text-label transition-colors hover:bg-hover aria-expanded:bg-hover',
            rail && 'wide:max-desk:justify-center wide:max-desk:px-0',
          )}
          type="button"
        >
          <span className="sr-only">{t('frame.user', { name: user.name })}</span>
          <Avatar name={user.name} src={user.image} />
          <span aria-hidden="true" className={cx('min-w-0 flex-1 truncate', rail && 'wide:max-desk:hidden')}>
            {user.name}
          </span>
          <DotsIcon className={cx('text-faint', rail && 'wide:max-desk:hidden')} />
        </button>
      )}
      wide
    />
  )
}
