import type { ReactNode } from 'react'
import type { Organization } from '#client/index.ts'
import { accountSurface } from '#web/account-pages.ts'
import { adminSurface } from '#web/admin-pages.ts'
import { settingsSurface } from '#web/organization-pages.ts'
import { isAdministrator, type NavGroup, navOf } from '../nav.ts'
import { useSession } from '../session.tsx'
import { Group, Hit } from './hit.tsx'
import { tKeywords, tPalette } from './messages.ts'

/** The pages of a sidebar; `title` finds all of them. */
export const PageHits = (props: { groups: readonly NavGroup[]; title?: string; onGo: (href: string) => void }) =>
  props.groups.flatMap(({ items }) =>
    items.map(({ meta, label, href }) => (
      <Hit
        icon={meta.icon && <meta.icon />}
        key={href}
        keywords={[props.title, meta.keywords && tKeywords(meta.keywords)].filter(Boolean).join(' ')}
        label={label}
        onSelect={() => props.onGo(href)}
        // The shortcuts of another surface do not work here.
        shortcut={props.title === undefined && meta.go ? `g ${meta.go}` : undefined}
      />
    )),
  )

/**
 * The pages outside the dashboard's sidebar: organization settings, administration and account. `children` are the last account entries.
 */
export function OtherPages(props: { organization: Organization | undefined; onGo: (href: string) => void; children: ReactNode }) {
  const { organization, onGo } = props
  const { user } = useSession()
  return (
    <>
      {organization !== undefined && (
        <Group title={settingsSurface.title}>
          <PageHits groups={navOf(settingsSurface, { slug: organization.slug, organization })} onGo={onGo} title={settingsSurface.title} />
        </Group>
      )}
      {isAdministrator(user) && (
        <Group title={adminSurface.title}>
          <PageHits groups={navOf(adminSurface)} onGo={onGo} title={adminSurface.title} />
        </Group>
      )}
      <Group title={tPalette('palette.account')}>
        <PageHits groups={navOf(accountSurface)} onGo={onGo} title={accountSurface.title} />
        {props.children}
      </Group>
    </>
  )
}
