import type { ReactNode } from 'react'
import type { OrganizationRole } from '#client/index.ts'
import { roleName, roleMessages as t } from '#web/parts/organizations/roles.ts'
import { t as tokens } from '#web/parts/tokens/messages.ts'
import { scopeResources } from '#web/parts/tokens/scopes.ts'
import { Card, CardHead } from '#web/ui/display/card.tsx'
import { CheckIcon } from '#web/ui/icons/index.ts'
import { actionsOf, organizationResources } from './permissions.ts'

const cell = 'h-36 border-t border-line px-12'

/** Compares the permissions of all roles in an accessible table. A wide table scrolls sideways with a sticky first column. */
export function RoleTable({ roles }: { roles: readonly OrganizationRole[] }) {
  return (
    <Card>
      <CardHead title={t('compared')} />
      <section
        aria-label={t('compared')}
        className="relative overflow-x-auto rounded-b-card"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard.
        tabIndex={0}
      >
        <table className="w-full border-separate border-spacing-0 text-label">
          <thead className="text-caption text-muted">
            <tr>
              <th className="sticky left-0 z-1 h-36 border-t border-line bg-surface pr-12 pl-16 text-left font-regular" scope="col">
                {t('permission')}
              </th>
              {roles.map(({ name }) => (
                <th className="h-36 border-t border-line px-12 text-center font-regular whitespace-nowrap" key={name} scope="col">
                  {roleName(name)}
                </th>
              ))}
            </tr>
          </thead>
          {organizationResources.map((resource) => (
            <tbody key={resource}>
              <Group span={roles.length} title={t(`groups.${resource}`)} />
              {actionsOf(resource).map((action) => (
                <Line
                  cells={roles.map(({ name, permissions }) => [name, <YesNo key={name} yes={permissions[resource]?.includes(action)} />])}
                  key={action}
                  name={t.find(`can.${resource}.${action}`) ?? action}
                />
              ))}
            </tbody>
          ))}
          <tbody>
            <Group span={roles.length} title={t('groups.billing')} />
            {scopeResources.map(({ name: area }) => (
              <Line
                cells={roles.map(({ name, permissions }) => [
                  name,
                  <SalesAccess area={area} key={name} scopes={permissions['billing'] ?? []} />,
                ])}
                key={area}
                name={tokens(`resources.${area}`)}
              />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

function Group({ title, span }: { title: string; span: number }) {
  return (
    <tr>
      <th className="h-36 border-t border-line bg-hover text-left text-caption font-strong" colSpan={span + 1} scope="rowgroup">
        <span className="sticky left-0 px-16">{title}</span>
      </th>
    </tr>
  )
}

function Line({ name, cells }: { name: string; cells: readonly (readonly [role: string, content: ReactNode])[] }) {
  return (
    <tr>
      <th
        className={`${cell} sticky left-0 z-1 bg-surface pl-16 text-left font-regular py-8 max-wide:max-w-160 max-wide:min-w-160`}
        scope="row"
      >
        {name}
      </th>
      {cells.map(([role, content]) => (
        <td className={`${cell} text-center whitespace-nowrap`} key={role}>
          {content}
        </td>
      ))}
    </tr>
  )
}

function YesNo({ yes = false }: { yes?: boolean | undefined }) {
  return yes ? (
    <>
      <CheckIcon className="inline-block align-middle text-text" />
      <span className="sr-only">{t('yes')}</span>
    </>
  ) : (
    <>
      <span aria-hidden="true" className="text-faint">
        –
      </span>
      <span className="sr-only">{t('no')}</span>
    </>
  )
}

function SalesAccess({ area, scopes }: { area: string; scopes: readonly string[] }) {
  const [reads, writes] = [scopes.includes(`${area}:read`), scopes.includes(`${area}:write`)]
  if (!reads && !writes) return <YesNo />
  return <span className={writes ? undefined : 'text-muted'}>{t(writes ? (reads ? 'both' : 'writing') : 'reading')}</span>
}
