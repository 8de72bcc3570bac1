import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlatformEntry } from '#client/types.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { DownloadIcon, ListIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { t as adminMessages } from '../messages.ts'
import { organizationQuery } from '../organizations/organization.ts'
import { openRow, rowsOf, Stream, useStream } from '../stream.tsx'
import { type AdminSearch, fixedFilter, searchHref, useAdminSearch } from '../use-search.ts'
import { userQuery } from '../users/user.ts'
import { Actor, actionIcon, actionText } from './entry.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { t } from './messages.ts'
import { exportUrl, groups, periods, readEntries } from './query.ts'

const columns: readonly Column<PlatformEntry>[] = [
  { id: 'what', head: t('event'), cell: ({ action }) => <Action action={action} /> },
  { id: 'who', head: t('actor'), cell: (entry) => <Actor entry={entry} /> },
  {
    id: 'target',
    head: t('target'),
    quiet: true,
    narrow: 'hide',
    cell: ({ target }) =>
      target && <span className="block max-w-200 truncate font-mono text-caption">{`${target.type} ${shortId(target.id)}`}</span>,
  },
  { id: 'from', head: t('ipAddress'), quiet: true, narrow: 'hide', cell: ({ address }) => address },
  { id: 'time', head: t('date'), align: 'end', quiet: true, narrow: 'hide', cell: ({ happenedAt }) => <Time at={happenedAt} /> },
]

/** UUIDs are shortened; any other id is the name of a role and shows in full. */
const shortId = (id: string): string => id.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/i, '$1')

function Action({ action }: { action: string }) {
  const IconComponent = actionIcon(action)
  return (
    <span className="flex min-w-0 items-center gap-10">
      <IconComponent className="text-muted" />
      <span className="truncate">{actionText(action)}</span>
    </span>
  )
}

/** The audit log of the platform, newest first. An open entry has its own URL. */
export default function AuditLog() {
  const { at, set } = useAdminSearch()
  const { query: who, is, org, name, of } = at
  const search = { query: who, is, org, name, of }
  const query = useStream<PlatformEntry>(['admin', 'audit', search], (from) => readEntries(search, from))
  const selected = openRow(rowsOf(query.data), at.dialog, (dialog) => set({ dialog }))
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <>
      <Stream
        empty={<Empty icon={ListIcon} text={t('emptyText')} title={t('emptyTitle')} />}
        filters={<Filters at={at} set={set} />}
        head={
          <PageHeader lead={t('description')} title={t('title')}>
            <Export at={search} />
          </PageHeader>
        }
        isFiltered={isFiltered}
        noMatches={t('noMatches')}
        onClear={() => set({ query: undefined, is: undefined, org: undefined, name: undefined, of: undefined })}
        query={query}
        table={{
          label: t('title'),
          columns,
          idOf: ({ id }) => id,
          nameOf: ({ action }) => actionText(action),
          hrefOf: ({ id }) => searchHref({ ...search, dialog: id }),
          dense: true,
        }}
      />
      {selected !== undefined && <EntryDrawer entry={selected.row} navigation={selected.navigation} />}
    </>
  )
}

function Filters({ at, set }: { at: AdminSearch; set: ReturnType<typeof useAdminSearch>['set'] }) {
  const user = useQuery({ ...userQuery(at.of ?? ''), enabled: at.of !== undefined })
  const organization = useQuery({ ...organizationQuery(at.org ?? ''), enabled: at.org !== undefined })
  return (
    <FilterBar
      filters={[
        { id: 'name', label: t('category'), options: groups.map((value) => ({ value, label: t(`groups.${value}`) })) },
        { id: 'is', label: t('period'), options: periods.map((value) => ({ value, label: t(`periods.${value}`) })) },
        ...fixedFilter({ id: 'of', label: t('user'), value: at.of, name: user.data?.user.name }),
        ...fixedFilter({ id: 'org', label: t('organization'), value: at.org, name: organization.data?.name }),
      ]}
      onQuery={(query) => set({ query: query || undefined })}
      onValues={({ name, is, of, org }) => set({ name, is, of, org })}
      placeholder={t('search')}
      query={at.query}
      values={{ name: at.name, is: at.is, of: at.of, org: at.org }}
    />
  )
}

/** Exports the same entries as CSV, which the server writes. */
function Export({ at }: { at: Parameters<typeof exportUrl>[0] }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const href = await exportUrl(at)
    setBusy(false)
    Object.assign(document.createElement('a'), { href, download: 'audit-log.csv' }).click()
  }
  return (
    <Button busy={busy} icon={DownloadIcon} onClick={() => void run()}>
      {adminMessages('csv')}
    </Button>
  )
}
