import type { ReactNode } from 'react'
import type { Organization } from '#client/index.ts'
import { rooms } from '#web/account-pages.ts'
import { adminPlace, adminRooms } from '#web/admin-pages.ts'
import { t as settings, settingsRooms } from '#web/organization-pages.ts'
import { t } from '../messages.ts'
import { isAdministrator } from '../nav.ts'
import { useSession } from '../session.tsx'
import { Group, Hit } from './hit.tsx'
import { tell } from './messages.ts'

/** The places outside of the dashboard's sidebar: an organization's settings, administration, the account, whose last entries are `children`. */
export function Rooms(props: { organization: Organization | undefined; onGo: (href: string) => void; children: ReactNode }) {
  const { organization, onGo } = props
  const { user } = useSession()
  return (
    <>
      {organization !== undefined && (
        <Group title={settings('title')}>
          {settingsRooms.map(({ name, label, icon: Drawing, words }) => (
            <Hit
              icon={<Drawing />}
              key={name}
              label={label}
              onSelect={() => onGo(`/dashboard/${organization.slug}/settings/${name}`)}
              words={`${settings('title')} ${words}`}
            />
          ))}
        </Group>
      )}
      {isAdministrator(user) && (
        <Group title={t('frame.administration')}>
          {adminRooms.map(({ name, label, icon: Drawing, words }) => (
            <Hit
              icon={<Drawing />}
              key={name}
              label={label}
              onSelect={() => onGo(adminPlace(name))}
              words={`${t('frame.administration')} ${words}`}
            />
          ))}
        </Group>
      )}
      <Group title={tell('palette.account')}>
        {rooms.map(({ name, label, icon: Drawing, words }) => (
          <Hit
            icon={<Drawing />}
            key={name}
            label={label}
            onSelect={() => onGo(`/account/${name}`)}
            words={`${t('frame.account')} ${words}`}
          />
        ))}
        {props.children}
      </Group>
    </>
  )
}
