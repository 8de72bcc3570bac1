import { useState } from 'react'
import type { FullOrganization, Team } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import { wholeRows } from '#web/shell/list/auth-sources.ts'
import type { ListActions } from '#web/shell/list/resource-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { BranchIcon, CopyShapeIcon, OpenIcon, PlusIcon, TrashIcon, UsersIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { fullQuery } from '../client.ts'
import { t } from '../messages.ts'
import { type SettingsPlace, settingsList } from '../settings-list.ts'
import { CreateTeamDialog, RemoveTeamDialog } from './dialogs.tsx'
import { TeamDrawer } from './team-drawer.tsx'

/** A team with the number of its members. */
type CountedTeam = Team & { readonly memberCount: number }

const orders: Readonly<Record<string, (a: CountedTeam, b: CountedTeam) => number>> = {
  members: (a, b) => a.memberCount - b.memberCount,
  created: (a, b) => a.createdAt.localeCompare(b.createdAt),
}

interface TeamQuery {
  readonly organizationId: string
  readonly text: string
  /** Without a known one, teams are sorted by name. */
  readonly sortBy: string
  readonly descending: boolean
}

/** The teams that match; `full` has them sorted by name. */
function teamsOf(full: FullOrganization | null, { text, sortBy, descending }: TeamQuery): readonly CountedTeam[] {
  const { teams = [], members = [] } = full ?? {}
  const matching = teams
    .filter(({ name }) => name.toLowerCase().includes(text))
    .map((team) => ({ ...team, memberCount: members.filter(({ teamId }) => teamId === team.id).length }))
  const order = orders[sortBy]
  const sorted = order === undefined ? matching : matching.toSorted(order)
  return descending ? sorted.toReversed() : sorted
}

/** The teams of the organization; `/new` opens the create dialog, `/<id>` one team. */
export default settingsList({
  name: 'settings/teams',
  source: wholeRows({ queryOf: ({ organizationId }: TeamQuery) => fullQuery(organizationId), rowsOf: teamsOf }),
  kinds: {},
  sort: 'name',
  title: () => t('teams.title'),
  lead: () => t('teams.description'),
  searchLabel: () => t('teams.search'),
  filters: () => ({}),
  queryOf: (_, query = '', { place, sort }) => ({
    organizationId: place.membership.organization.id,
    text: query.trim().toLowerCase(),
    sortBy: sort.by,
    descending: sort.descending,
  }),
  columns: [
    { id: 'name', head: () => t('teams.name'), sort: 'name', cell: ({ name }) => name },
    { id: 'members', head: () => t('teams.members'), sort: 'members', align: 'end', cell: ({ memberCount }) => memberCount },
    {
      id: 'created',
      head: () => t('teams.created'),
      sort: 'created',
      align: 'end',
      quiet: true,
      narrow: 'second',
      optional: true,
      cell: ({ createdAt }) => <Time as="day" at={createdAt} />,
    },
  ],
  nameOf: ({ name }) => name,
  csv: ({ membership: { organization } }) => ({
    name: `${organization.slug}-teams`,
    columns: [
      [t('teams.name'), ({ name }) => name],
      [t('teams.members'), ({ memberCount }) => memberCount],
      [t('teams.created'), ({ createdAt }) => createdAt],
    ],
  }),
  noMatches: () => t('teams.noMatches'),
  empty: ({ action }) => <Empty action={action} icon={BranchIcon} text={t('teams.emptyText')} title={t('teams.emptyTitle')} />,
  useActions,
})

function useActions({ id, open, go, pageHref, membership }: SettingsPlace): ListActions<CountedTeam> {
  const { organization, me, may } = membership
  const [removing, setRemoving] = useState<Team | null>(null)
  const mayCreate = may({ team: ['create'] })
  const selected = organization.teams.find((team) => team.id === id)
  const mayRemove = (team: Team) => may({ team: ['delete'] }) && me.teamId !== team.id
  return {
    itemsOf: (team) => [
      { label: t('teams.open'), icon: OpenIcon, shortcut: 'enter', onSelect: () => open(team.id) },
      { label: t('teams.viewMembers'), icon: UsersIcon, onSelect: () => go(`${pageHref('members')}?team=${team.id}`) },
      { label: t('teams.copyId'), icon: CopyShapeIcon, onSelect: () => copy(team.id, t('teams.idCopied')) },
      'line',
      me.teamId === team.id
        ? { title: t('teams.ownTeam') }
        : { label: t('teams.remove'), icon: TrashIcon, danger: true, disabled: !mayRemove(team), onSelect: () => setRemoving(team) },
    ],
    create: mayCreate ? { id: 'team-new', label: t('teams.new'), icon: PlusIcon, run: () => open('new'), shortcut: 'c' } : undefined,
    overlays: (
      <>
        {id === 'new' && mayCreate && <CreateTeamDialog onClose={() => open(undefined)} onCreated={open} />}
        {selected !== undefined && removing === null && (
          <TeamDrawer
            key={selected.id}
            onClose={() => open(undefined)}
            onRemove={mayRemove(selected) ? () => setRemoving(selected) : undefined}
            team={selected}
          />
        )}
        {removing !== null && (
          <RemoveTeamDialog
            onClose={() => setRemoving(null)}
            onDone={() => {
              setRemoving(null)
              if (id !== undefined) open(undefined)
            }}
            team={removing}
          />
        )}
      </>
    ),
  }
}
