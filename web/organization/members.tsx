import { useState } from 'react'
import type { MemberWithUser } from '#client/index.ts'
import { csvOf, download } from '#web/parts/csv.ts'
import { roleName, rolesOf } from '#web/parts/organizations/roles.ts'
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
import { memberActs, useMemberColumns } from './member-columns.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { memberRows, membersShown } from './members-shown.ts'
import { t } from './messages.ts'
import { LeavingDialog, RemovalDialog } from './removal-dialog.tsx'
import { RoleQuestion } from './role-question.tsx'
import { useStanding } from './standing.ts'
import { usePlace } from './use-place.ts'
import { useRoleChange } from './use-role-change.ts'

const limit = 25

/** Everybody in the organization; `/<id>` has one of them open. */
export default function Members() {
  const standing = useStanding()
  const { organization, me, may, mayGive, roles, isOnlyOwner } = standing
  const place = usePlace()
  const { at, id, set } = place
  const { say } = useLanguage()
  const change = useRoleChange()
  const [leaving, setLeaving] = useState<MemberWithUser | null>(null)
  const mayInvite = may({ invitation: ['create'] })
  const invite = () => place.go(place.roomOf('invitations', 'new'))
  useShortcut('c', invite, mayInvite)

  const shown = membersShown(organization.members, at)
  const page = Math.min(at.page, Math.max(1, Math.ceil(shown.length / limit)))
  const open = organization.members.find((member) => member.id === id)
  const waiting = organization.invitations.filter(({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > Date.now())
  const mayRemove = (member: MemberWithUser) =>
    !isOnlyOwner(member) && (member.id === me.id || (may({ member: ['delete'] }) && rolesOf(member.role).every(mayGive)))

  const onLog = (userId: string) => place.go(`${place.roomOf('audit-log')}?by=${userId}`)
  const acts = { onOpen: place.open, onLog, onLeave: setLeaving, mayRemove }
  const columns = useMemberColumns(place.open, change.choose)
  const save = () =>
    download(`${organization.slug}-members.csv`, csvOf(memberRows(shown, organization.teams, t('members.csvHeads').split(','))))

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
          note={t('members.count', { count: shown.length })}
          onQuery={(query) => set({ query })}
          onValues={({ role, team }) => set({ role, team })}
          placeholder={t('members.search')}
          query={at.query}
          values={{ role: at.role, team: at.team }}
        />
      }
      foot={<Pagination limit={limit} onPage={(next) => set({ page: next })} page={page} selects={false} total={shown.length} />}
      head={
        <PageHeader
          lead={
            <>
              {t('members.lead')}{' '}
              {waiting.length > 0 && (
                <a className={`${linkClass} underline`} href={`${place.roomOf('invitations')}?status=pending`}>
                  {t('members.waiting', { count: waiting.length })}
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
            <Button icon={PlusIcon} look="primary" onClick={invite} press="c">
              {t('invitations.invite')}
            </Button>
          )}
        </PageHeader>
      }
    >
      <Table
        actsOf={(member) => memberActs(standing, member, acts)}
        columns={columns}
        empty={
          <FilteredEmpty
            act={<Button onClick={() => set({ query: '', role: undefined, team: undefined })}>{say('clearFilters')}</Button>}
            title={t('members.nothingFits')}
          />
        }
        hrefOf={(member) => place.hrefOf(member.id)}
        idOf={(member) => member.id}
        label={t('members.title')}
        nameOf={({ user }) => user.name}
        rows={shown.slice((page - 1) * limit, page * limit)}
      />
      {open !== undefined && (
        <MemberDrawer
          hidden={change.asked !== null || leaving !== null}
          key={open.id}
          member={open}
          onClose={() => place.open(undefined)}
          onRemove={mayRemove(open) ? () => setLeaving(open) : undefined}
          onRoles={change.choose}
        />
      )}
      {change.asked !== null && (
        <RoleQuestion
          busy={change.busy}
          error={change.error}
          member={change.asked.member}
          onClose={change.close}
          onConfirm={() => void change.confirm().then((isDone) => isDone && place.open(undefined))}
          role={change.asked.role}
        />
      )}
      {leaving !== null &&
        (leaving.id === me.id ? (
          <LeavingDialog onClose={() => setLeaving(null)} />
        ) : (
          <RemovalDialog member={leaving} onClose={() => setLeaving(null)} />
        ))}
    </ListPage>
  )
}
