import { useState } from 'react'
import type { MemberWithUser } from '#client/index.ts'
import { rolesOf } from '#kernel/access.ts'
import { downloadCsv } from '#web/parts/download.ts'
import { roleName } from '#web/parts/organizations/roles.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { FilteredEmpty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { DownloadIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { memberActions, useMemberColumns } from './member-columns.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { filterMembers, memberCsvRows } from './member-filter.ts'
import { useMembership } from './membership.ts'
import { LeaveOrganizationDialog, RemoveMemberDialog } from './membership-dialogs.tsx'
import { t } from './messages.ts'
import { RoleChangeDialog } from './role-change-dialog.tsx'
import type { memberSearch } from './search.ts'
import { useRoleChange } from './use-role-change.ts'
import { useSettingsNavigation } from './use-settings-navigation.ts'

const limit = 25

/** The members of the organization; `/<id>` opens one of them. */
export default function Members() {
  const membership = useMembership()
  const { organization, me, may, mayAssign, roles, isOnlyOwner } = membership
  const navigation = useSettingsNavigation<typeof memberSearch>()
  const { at, id, set } = navigation
  const { translate } = useLanguage()
  const change = useRoleChange()
  const [removing, setRemoving] = useState<MemberWithUser | null>(null)
  const mayInvite = may({ invitation: ['create'] })
  const invite = () => navigation.go(navigation.pageHref('invitations', 'new'))
  useShortcut('c', invite, mayInvite)

  const filtered = filterMembers(organization.members, at)
  const page = Math.min(at.page, Math.max(1, Math.ceil(filtered.length / limit)))
  const open = organization.members.find((member) => member.id === id)
  const pendingInvitations = organization.invitations.filter(
    ({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > Date.now(),
  )
  const mayRemove = (member: MemberWithUser) =>
    !isOnlyOwner(member) && (member.id === me.id || (may({ member: ['delete'] }) && rolesOf(member.role).every(mayAssign)))

  const onLog = (userId: string) => navigation.go(`${navigation.pageHref('audit-log')}?by=${userId}`)
  const handlers = { onOpen: navigation.open, onLog, onRemove: setRemoving, mayRemove }
  const columns = useMemberColumns(navigation.open, change.choose)
  const save = () =>
    downloadCsv(`${organization.slug}-members.csv`, memberCsvRows(filtered, organization.teams, t('members.csvHeads').split(',')))

  return (
    <ListPage
      filters={
        <FilterBar
          filters={[
            { id: 'role', label: t('members.role'), options: roles.map(({ name }) => ({ value: name, label: roleName(name) })) },
            {
              id: 'team',
              label: t('members.team'),
              options: [
                ...organization.teams.map(({ id: value, name }) => ({ value, label: name })),
                { value: 'none', label: t('members.noTeam') },
              ],
            },
          ]}
          note={t('members.count', { count: filtered.length })}
          onQuery={(query) => set({ query })}
          onValues={({ role, team }) => set({ role, team })}
          placeholder={t('members.search')}
          query={at.query}
          values={{ role: at.role, team: at.team }}
        />
      }
      foot={<Pagination limit={limit} onPage={(next) => set({ page: next })} page={page} selects={false} total={filtered.length} />}
      head={
        <PageHeader
          lead={
            <>
              {t('members.description')}{' '}
              {pendingInvitations.length > 0 && (
                <a className={`${linkClass} underline`} href={`${navigation.pageHref('invitations')}?status=pending`}>
                  {t('members.pending', { count: pendingInvitations.length })}
                </a>
              )}
            </>
          }
          title={t('members.title')}
        >
          <Button icon={DownloadIcon} onClick={save}>
            {t('csv')}
          </Button>
          {mayInvite && (
            <Button icon={PlusIcon} variant="primary" onClick={invite} shortcut="c">
              {t('invitations.invite')}
            </Button>
          )}
        </PageHeader>
      }
    >
      <Table
        actionsOf={(member) => memberActions(membership, member, handlers)}
        columns={columns}
        empty={
          <FilteredEmpty
            action={<Button onClick={() => set({ query: '', role: undefined, team: undefined })}>{translate('clearFilters')}</Button>}
            title={t('members.noMatches')}
          />
        }
        hrefOf={(member) => navigation.hrefOf(member.id)}
        idOf={(member) => member.id}
        label={t('members.title')}
        nameOf={({ user }) => user.name}
        rows={filtered.slice((page - 1) * limit, page * limit)}
      />
      {open !== undefined && (
        <MemberDrawer
          hidden={change.pending !== null || removing !== null}
          key={open.id}
          member={open}
          onClose={() => navigation.open(undefined)}
          onRemove={mayRemove(open) ? () => setRemoving(open) : undefined}
          onRoles={change.choose}
        />
      )}
      {change.pending !== null && (
        <RoleChangeDialog
          busy={change.busy}
          error={change.error}
          member={change.pending.member}
          onClose={change.close}
          onConfirm={() => void change.confirm().then((isDone) => isDone && navigation.open(undefined))}
          role={change.pending.role}
        />
      )}
      {removing !== null &&
        (removing.id === me.id ? (
          <LeaveOrganizationDialog onClose={() => setRemoving(null)} />
        ) : (
          <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} />
        ))}
    </ListPage>
  )
}
