import type { OrganizationRole } from '#client/index.ts'
import { roleName, roleWords as t } from '#web/parts/organizations/roles.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { OpenIcon, PeopleIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { describedRole } from './role-described.ts'
import { RoleDrawer } from './role-drawer.tsx'
import { RoleTable } from './role-table.tsx'
import { useStanding } from './standing.ts'
import { usePlace } from './use-place.ts'

/** No role can have this name. */
const fresh = '~new'

const columns: readonly Column<OrganizationRole>[] = [
  { id: 'role', head: t('role'), cell: ({ name }) => roleName(name) },
  {
    id: 'permits',
    head: t('permits'),
    quiet: true,
    narrow: 'hide',
    cell: (role) => <span className="block max-w-400 truncate">{describedRole(role)}</span>,
  },
  { id: 'source', head: t('origin'), quiet: true, cell: ({ source }) => t(`source.${source}`) },
  { id: 'members', head: t('members'), align: 'end', cell: ({ members }) => members },
]

/** The roles that members can have, and what each permits; `/<name>` has one of them open. */
export default function Roles() {
  const { roles, may } = useStanding()
  const { id, open, hrefOf, go, roomOf } = usePlace()
  const mayCreate = may({ role: ['create'] })
  const create = () => open(fresh)
  useShortcut('c', create, mayCreate)
  const shown = roles.find(({ name }) => name === id)
  const actsOf = ({ name }: OrganizationRole): MenuItem[] => [
    { label: t('open'), icon: OpenIcon, press: 'enter', act: () => open(name) },
    { label: t('whoHas'), icon: PeopleIcon, act: () => go(`${roomOf('members')}?role=${encodeURIComponent(name)}`) },
  ]
  return (
    <ListPage
      head={
        <PageHeader lead={t('lead')} title={t('title')}>
          {mayCreate && (
            <Button icon={PlusIcon} look="primary" onClick={create} press="c">
              {t('new')}
            </Button>
          )}
        </PageHeader>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-32">
        <Table
          actsOf={actsOf}
          columns={columns}
          hrefOf={({ name }) => hrefOf(name)}
          idOf={({ name }) => name}
          label={t('title')}
          nameOf={({ name }) => roleName(name)}
          rows={roles}
        />
        <RoleTable roles={roles} />
      </div>
      {(shown !== undefined || (id === fresh && mayCreate)) && <RoleDrawer key={id} onClose={() => open(undefined)} role={shown} />}
    </ListPage>
  )
}
