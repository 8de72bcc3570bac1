import { useContext } from 'react'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { SearchIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'
import { OrganizationContext } from './organizations.ts'

/** Shown for a path without a page and for a resource that does not exist. */
export function NotFound() {
  const organization = useContext(OrganizationContext)
  return (
    <Empty
      action={
        <a className={buttonClass({ variant: 'primary' })} href={organization === null ? '/dashboard' : `/dashboard/${organization.slug}`}>
          {t('notFound.home')}
        </a>
      }
      icon={SearchIcon}
      level={1}
      text={t('notFound.text')}
      title={t('notFound.title')}
    />
  )
}
