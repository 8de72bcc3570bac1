import { useState } from 'react'
import type { MemberWithUser } from '#client/index.ts'
import { rolesOf } from '#contract/access.ts'
import { roleName } from '#web/parts/organizations/roles.ts'
import { offsetRows } from '#web/shell/list/auth-sources.ts'
import type { ListActions } from '#web/shell/list/resource-list.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { organizations } from './client.ts'
import { memberFilters } from './member.list.ts'
import { memberActions } from './member-actions.ts'
import { MemberName, MemberRole, MemberTeam } from './member-cells.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { LeaveOrganizationDialog, RemoveMemberDialog } from './membership-dialogs.tsx'
import { t } from './messages.ts'
import { RoleChangeDialog } from './role-change-dialog.tsx'
import { type SettingsPlace, settingsList } from './settings-list.ts'
import { useRoleChange } from './use-role-change.ts'

/** The members of the organization; `/<id>` opens one of them. */
export default settingsList({
  name: 'settings/members',
  source: offsetRows({ key: ['organization', 'members'], call: organizations.listMembers, rowsOf: ({ members }) => members }),
  kinds: memberFilters,
  sort: 'name',
  title: () => t('members.title'),
  lead: (place) => <Lead {...place} />,
  searchLabel: () => t('members.search'),
  count: (count) => t('members.count', { count }),
  filters: ({ membership: { roles, organization } }) => ({
    role: { label: () => t('members.role'), options: () => roles.map(({ name }) => ({ value: name, label: roleName(name) })) },
    team: {
      label: () => t('members.team'),
      options: () => [
        ...organization.teams.map(({ id, name }) => ({ value: id, label: name })),
        { value: 'none', label: t('members.noTeam') },
      ],
    },
  }),
  queryOf: ({ role, team }, search, { place, sort }) => ({
    organizationId: place.membership.organization.id,
    search,
    role,
    teamId: team,
    sortBy: sort.by as 'name' | 'createdAt',
    sortDirection: sort.descending ? ('desc' as const) : ('asc' as const),
  }),
  columns: [
    { id: 'user', head: () => t('members.member'), sort: 'name', cell: (member) => <MemberName member={member} /> },
    { id: 'role', head: () => t('members.role'), cell: (member) => <MemberRole member={member} /> },
    {
      id: 'team',
      head: () => t('members.team'),
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: (member) => <MemberTeam member={member} />,
    },
    {
      id: 'joined',
      head: () => t('members.joined'),
      sort: 'createdAt',
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ createdAt }) => <Time as="day" at={createdAt} />,
    },
  ],
  nameOf: ({ user }) => user.name,
  csv: ({ membership: { organization } }) => ({
    name: `${organization.slug}-members`,
    columns: [
      [t('members.name'), ({ user }) => user.name],
      [t('members.email'), ({ user }) => user.email],
      [t('members.roles'), ({ role }) => role],
      [t('members.team'), ({ teamId }) => organization.teams.find(({ id }) => id === teamId)?.name],
      [t('members.joined'), ({ createdAt }) => createdAt],
    ],
  }),
  noMatches: () => t('members.noMatches'),
  // An organization always has an owner.
  empty: () => null,
  useActions,
})

function Lead({ membership: { organization }, pageHref }: SettingsPlace) {
  const count = organization.invitations.filter(
    ({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > Date.now(),
  ).length
  return (
    <>
      {t('members.description')}{' '}
      {count > 0 && (
        <a className={`${linkClass} underline`} href={`${pageHref('invitations')}?status=pending`}>
          {t('members.pending', { count })}
        </a>
      )}
    </>
  )
}

function useActions({ id, open, go, pageHref, membership }: SettingsPlace): ListActions<MemberWithUser> {
  const { organization, me, may, mayAssign, isOnlyOwner } = membership
  const change = useRoleChange()
  const [removing, setRemoving] = useState<MemberWithUser | null>(null)
  const selected = organization.members.find((member) => member.id === id)
  const mayRemove = (member: MemberWithUser) =>
    !isOnlyOwner(member) && (member.id === me.id || (may({ member: ['delete'] }) && rolesOf(member.role).every(mayAssign)))
  const onLog = (userId: string) => go(`${pageHref('audit-log')}?by=${userId}`)
  return {
    itemsOf: (member) => memberActions(membership, member, { onOpen: open, onLog, onRemove: setRemoving, mayRemove }),
    create: may({ invitation: ['create'] })
      ? {
          id: 'member-new',
          label: t('invitations.invite'),
          icon: PlusIcon,
          run: () => go(pageHref('invitations', 'new')),
          shortcut: 'c',
        }
      : undefined,
    overlays: (
      <>
        {selected !== undefined && (
          <MemberDrawer
            hidden={change.pending !== null || removing !== null}
            key={selected.id}
            member={selected}
            onClose={() => open(undefined)}
            onRemove={mayRemove(selected) ? () => setRemoving(selected) : undefined}
            onRoles={change.choose}
          />
        )}
        <RoleChangeDialog change={change} onDone={() => open(undefined)} />
        {removing !== null &&
          (removing.id === me.id ? (
            <LeaveOrganizationDialog onClose={() => setRemoving(null)} />
          ) : (
            <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} />
          ))}
      </>
    ),
  }
}
