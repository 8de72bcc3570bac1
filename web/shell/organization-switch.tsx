import { useRouter } from '@tanstack/react-router'
import type { Organization } from '#client/index.ts'
import { client } from '#web/api.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/menu.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/display/skeleton.tsx'
import { PlusIcon, UpDownIcon } from '#web/ui/icons/index.ts'
import { Logo } from '#web/ui/text/logo.tsx'
import { t } from './messages.ts'

/** Opens another organization's dashboard and makes the organization the active one of the session. */
export function useSwitchOrganization(): (organization: Organization) => void {
  const router = useRouter()
  return (organization) => {
    router.history.push(`/dashboard/${organization.slug}`)
    void client.auth.organization.setActive({ organizationId: organization.id })
  }
}

/** The current organization at the top of the sidebar, with a menu of the others. */
export function OrganizationSwitch(props: {
  current: Organization | undefined
  organizations: readonly Organization[]
  isLoading?: boolean
  rail?: boolean
}) {
  const { current, organizations, isLoading = false, rail = false } = props
  const go = useSwitchOrganization()
  const items: MenuItem[] = [
    { title: t('frame.organizations') },
    ...organizations.map((organization) => ({
      label: organization.name,
      image: <Avatar name={organization.name} square src={organization.logo} />,
      checked: organization.id === current?.id,
      onSelect: () => go(organization),
    })),
    'line',
    { label: t('frame.newOrganization'), icon: PlusIcon, href: '/welcome' },
  ]
  return (
    <Menu
      items={items}
      label={t('frame.organizations')}
      trigger={(trigger) => (
        <button
          {...trigger}
          className={cx(
            'flex h-40 min-w-0 flex-1 items-center gap-10 rounded-control px-8 text-left transition-colors hover:bg-hover aria-expanded:bg-hover',
            rail && 'wide:max-desk:justify-center wide:max-desk:px-0',
          )}
          type="button"
        >
          <span className="sr-only">{t('frame.switchOrganization', { name: current?.name ?? '' })}</span>
          {current !== undefined && <Avatar name={current.name} square src={current.logo} />}
          {current === undefined && (isLoading ? <span className="size-24 flex-none rounded-key bg-selected" /> : <Logo />)}
          <span aria-hidden="true" className={cx('min-w-0 flex-1 truncate font-strong', rail && 'wide:max-desk:hidden')}>
            {current?.name ?? (isLoading ? <Skeleton className="w-112" /> : t('frame.organizations'))}
          </span>
          <UpDownIcon className={cx('text-faint', rail && 'wide:max-desk:hidden')} />
        </button>
      )}
      wide
    />
  )
}
