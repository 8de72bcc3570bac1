import { useState } from 'react'
import type { Team } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import { downloadCsv } from '#web/parts/download.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { Empty, FilteredEmpty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { BranchIcon, CopyShapeIcon, DownloadIcon, OpenIcon, PlusIcon, TrashIcon, UsersIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import type { teamSearch } from '../search.ts'
import { useSettingsNavigation } from '../use-settings-navigation.ts'
import { CreateTeamDialog, RemoveTeamDialog } from './dialogs.tsx'
import { TeamDrawer } from './team-drawer.tsx'

/** The teams of the organization; `/new` opens the create dialog, `/<id>` one team. */
export default function Teams() {
  const { organization, me, may } = useMembership()
  const { at, id, set, open, hrefOf, go, pageHref } = useSettingsNavigation<typeof teamSearch>()
  const { translate } = useLanguage()
  const [removing, setRemoving] = useState<Team | null>(null)
  const mayCreate = may({ team: ['create'] })
  const create = () => open('new')
  useShortcut('c', create, mayCreate)
  const searchText = at.query.trim().toLowerCase()
  const filtered = organization.teams.filter(({ name }) => name.toLowerCase().includes(searchText))
  const selected = organization.teams.find((team) => team.id === id)
  const countOf = (team: Team) => organization.members.filter(({ teamId }) => teamId === team.id).length
  const mayRemove = (team: Team) => may({ team: ['delete'] }) && me.teamId !== team.id
  const isEmpty = organization.teams.length === 0
  const actionsOf = (team: Team): MenuItem[] => [
    { label: t('teams.open'), icon: OpenIcon, shortcut: 'enter', onSelect: () => open(team.id) },
    { label: t('teams.viewMembers'), icon: UsersIcon, onSelect: () => go(`${pageHref('members')}?team=${team.id}`) },
    { label: t('teams.copyId'), icon: CopyShapeIcon, onSelect: () => copy(team.id, t('teams.idCopied')) },
    'line',
    me.teamId === team.id
      ? { title: t('teams.ownTeam') }
      : { label: t('teams.remove'), icon: TrashIcon, danger: true, disabled: !mayRemove(team), onSelect: () => setRemoving(team) },
  ]
  const columns: readonly Column<Team>[] = [
    { id: 'name', head: t('teams.name'), cell: ({ name }) => name },
    { id: 'members', head: t('teams.members'), align: 'end', cell: countOf },
    {
      id: 'created',
      head: t('teams.created'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ createdAt }) => <Time as="day" at={createdAt} />,
    },
  ]
  const save = () =>
    downloadCsv(`${organization.slug}-teams.csv`, [
      t('teams.csvHeads').split(','),
      ...filtered.map((team) => [team.name, countOf(team), team.createdAt]),
    ])
  const button = mayCreate && (
    <Button icon={PlusIcon} variant="primary" onClick={create} shortcut="c">
      {t('teams.new')}
    </Button>
  )
  return (
    <ListPage
      filters={!isEmpty && <FilterBar onQuery={(query) => set({ query })} placeholder={t('teams.search')} query={at.query} />}
      head={
        <PageHeader lead={isEmpty ? undefined : t('teams.description')} title={t('teams.title')}>
          {!isEmpty && (
            <>
              <Button icon={DownloadIcon} onClick={save}>
                {t('csv')}
              </Button>
              {button}
            </>
          )}
        </PageHeader>
      }
    >
      {isEmpty ? (
        <Empty action={button} icon={BranchIcon} text={t('teams.emptyText')} title={t('teams.emptyTitle')} />
      ) : (
        <Table
          actionsOf={actionsOf}
          columns={columns}
          empty={
            <FilteredEmpty
              action={<Button onClick={() => set({ query: '' })}>{translate('clearFilters')}</Button>}
              title={t('teams.noMatches')}
            />
          }
          hrefOf={(team) => hrefOf(team.id)}
          idOf={(team) => team.id}
          label={t('teams.title')}
          nameOf={({ name }) => name}
          rows={filtered}
        />
      )}
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
    </ListPage>
  )
}
