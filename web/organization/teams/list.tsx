import { useState } from 'react'
import type { Team } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import { csvOf, download } from '#web/parts/csv.ts'
import { ListPage } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { Empty, FilteredEmpty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { BranchIcon, CopyShapeIcon, DownloadIcon, OpenIcon, PeopleIcon, PlusIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from '../messages.ts'
import { useStanding } from '../standing.ts'
import { usePlace } from '../use-place.ts'
import { NewTeamDialog, TeamRemoval } from './dialogs.tsx'
import { TeamDrawer } from './team-drawer.tsx'

/** The teams of the organization; `/new` has the dialog open that makes one, `/<id>` one of them. */
export default function Teams() {
  const { organization, me, may } = useStanding()
  const { at, id, set, open, hrefOf, go, roomOf } = usePlace()
  const { say } = useLanguage()
  const [leaving, setLeaving] = useState<Team | null>(null)
  const mayCreate = may({ team: ['create'] })
  const create = () => open('new')
  useShortcut('c', create, mayCreate)
  const words = at.query.trim().toLowerCase()
  const shown = organization.teams.filter(({ name }) => name.toLowerCase().includes(words))
  const opened = organization.teams.find((team) => team.id === id)
  const countOf = (team: Team) => organization.members.filter(({ teamId }) => teamId === team.id).length
  const mayRemove = (team: Team) => may({ team: ['delete'] }) && me.teamId !== team.id
  const isEmpty = organization.teams.length === 0
  const actsOf = (team: Team): MenuItem[] => [
    { label: t('teams.open'), icon: OpenIcon, press: 'enter', act: () => open(team.id) },
    { label: t('teams.whoIsIn'), icon: PeopleIcon, act: () => go(`${roomOf('members')}?team=${team.id}`) },
    { label: t('teams.copyId'), icon: CopyShapeIcon, act: () => copy(team.id, t('teams.idCopied')) },
    'line',
    me.teamId === team.id
      ? { title: t('teams.ownStays') }
      : { label: t('teams.remove'), icon: TrashIcon, danger: true, disabled: !mayRemove(team), act: () => setLeaving(team) },
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
    download(
      `${organization.slug}-teams.csv`,
      csvOf([t('teams.csvHeads').split(','), ...shown.map((team) => [team.name, String(countOf(team)), team.createdAt])]),
    )
  const button = mayCreate && (
    <Button icon={PlusIcon} look="primary" onClick={create} press="c">
      {t('teams.new')}
    </Button>
  )
  return (
    <ListPage
      filters={!isEmpty && <FilterBar onQuery={(query) => set({ query })} placeholder={t('teams.search')} query={at.query} />}
      head={
        <PageHeader lead={isEmpty ? undefined : t('teams.lead')} title={t('teams.title')}>
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
        <Empty act={button} icon={BranchIcon} text={t('teams.emptyText')} title={t('teams.emptyTitle')} />
      ) : (
        <Table
          actsOf={actsOf}
          columns={columns}
          empty={
            <FilteredEmpty act={<Button onClick={() => set({ query: '' })}>{say('clearFilters')}</Button>} title={t('teams.nothingFits')} />
          }
          hrefOf={(team) => hrefOf(team.id)}
          idOf={(team) => team.id}
          label={t('teams.title')}
          nameOf={({ name }) => name}
          rows={shown}
        />
      )}
      {id === 'new' && mayCreate && <NewTeamDialog onClose={() => open(undefined)} onMade={open} />}
      {opened !== undefined && leaving === null && (
        <TeamDrawer
          key={opened.id}
          onClose={() => open(undefined)}
          onRemove={mayRemove(opened) ? () => setLeaving(opened) : undefined}
          team={opened}
        />
      )}
      {leaving !== null && (
        <TeamRemoval
          onClose={() => setLeaving(null)}
          onDone={() => {
            setLeaving(null)
            if (id !== undefined) open(undefined)
          }}
          team={leaving}
        />
      )}
    </ListPage>
  )
}
