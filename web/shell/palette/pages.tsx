import type { ReactNode } from 'react'
import type { Organization } from '#client/index.ts'
import { accountPages } from '#web/account-pages.ts'
import { adminHref, adminPages } from '#web/admin-pages.ts'
import { settingsPages, t as tSettings } from '#web/organization-pages.ts'
import { t } from '../messages.ts'
import { isAdministrator } from '../nav.ts'
import { useSession } from '../session.tsx'
import { Group, Hit } from './hit.tsx'
import { tPalette } from './messages.ts'

/**
 * The pages outside the dashboard's sidebar: organization settings, administration and account. `children` are the last account entries.
 */
export function OtherPages(props: { organization: Organization | undefined; onGo: (href: string) => void; children: ReactNode }) {
  const { organization, onGo } = props
  const { user } = useSession()
  return (
    <>
      {organization !== undefined && (
        <Group title={tSettings('title')}>
          {settingsPages.map(({ name, label, icon: PageIcon, keywords }) => (
            <Hit
              icon={<PageIcon />}
              key={name}
              label={label}
              onSelect={() => onGo(`/dashboard/${organization.slug}/settings/${name}`)}
              keywords={`${tSettings('title')} ${keywords}`}
            />
          ))}
        </Group>
      )}
      {isAdministrator(user) && (
        <Group title={t('frame.administration')}>
          {adminPages.map(({ name, label, icon: PageIcon, keywords }) => (
            <Hit
              icon={<PageIcon />}
              key={name}
              label={label}
              onSelect={() => onGo(adminHref(name))}
              keywords={`${t('frame.administration')} ${keywords}`}
            />
          ))}
        </Group>
      )}
      <Group title={tPalette('palette.account')}>
        {accountPages.map(({ name, label, icon: PageIcon, keywords }) => (
          <Hit
            icon={<PageIcon />}
            key={name}
            label={label}
            onSelect={() => onGo(`/account/${name}`)}
            keywords={`${t('frame.account')} ${keywords}`}
          />
        ))}
        {props.children}
      </Group>
    </>
  )
}
