import type { OrganizationRole } from '#client/index.ts'
import { roleName, roleMessages as t } from '#web/parts/organizations/roles.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { OpenIcon, PlusIcon, UsersIcon } from '#web/ui/icons/index.ts'
import { useMembership } from './membership.ts'
import { roleDescription } from './role-description.ts'
import { RoleDrawer } from './role-drawer.tsx'
import { RoleTable } from './role-table.tsx'
import { useSettingsNavigation } from './use-settings-navigation.ts'

/** Not a valid role name, so it cannot collide with one. */
const newRoleId = '~new'

const columns: readonly Column<OrganizationRole>[] = [
  { id: 'role', head: t('role'), cell: ({ name }) => roleName(name) },
  {
    id: 'permits',
    head: t('permits'),
    quiet: true,
    narrow: 'hide',
    cell: (role) => <span className="block max-w-400 truncate">{roleDescription(role)}</span>,
  },
  { id: 'source', head: t('origin'), quiet: true, cell: ({ source }) => t(`source.${source}`) },
  { id: 'members', head: t('members'), align: 'end', cell: ({ members }) => members },
]

/** The roles of the organization and their permissions; `/<name>` opens one of them. */
export default function Roles() {
  const { roles, may } = useMembership()
  const { id, open, hrefOf, go, pageHref } = useSettingsNavigation()
  const mayCreate = may({ role: ['create'] })
  const create = () => open(newRoleId)
  useShortcut('c', create, mayCreate)
  const selected = roles.find(({ name }) => name === id)
  const actionsOf = ({ name }: OrganizationRole): MenuItem[] => [
    { label: t('open'), icon: OpenIcon, shortcut: 'enter', onSelect: () => open(name) },
    { label: t('viewMembers'), icon: UsersIcon, onSelect: () => go(`${pageHref('members')}?role=${encodeURIComponent(name)}`) },
  ]
  return (
    <ListPage
      head={
        <PageHeader lead={t('description')} title={t('title')}>
          {mayCreate && (
            <ShortcutButton icon={PlusIcon} variant="primary" onClick={create} shortcut="c">
              {t('new')}
            </ShortcutButton>
          )}
        </PageHeader>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-32">
        <Table
          actionsOf={actionsOf}
          columns={columns}
          hrefOf={({ name }) => hrefOf(name)}
          idOf={({ name }) => name}
          label={t('title')}
          nameOf={({ name }) => roleName(name)}
          rows={roles}
        />
        <RoleTable roles={roles} />
      </div>
      {(selected !== undefined || (id === newRoleId && mayCreate)) && (
        <RoleDrawer key={id} onClose={() => open(undefined)} role={selected} />
      )}
    </ListPage>
  )
}
