import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlatformEntry } from '#client/administration-types.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { DownloadIcon, ListIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { type At, givenFilter, hrefOf, useAddress } from '../address.ts'
import { t as words } from '../messages.ts'
import { organizationQuery } from '../organizations/organization.ts'
import { openedOf, rowsOf, Stream, useStream } from '../stream.tsx'
import { personQuery } from '../users/person.ts'
import { exportAddress, groups, periods, readEntries } from './asked.ts'
import { Actor, actionIcon, actionText } from './entry.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { t } from './messages.ts'

const columns: readonly Column<PlatformEntry>[] = [
  { id: 'what', head: t('what'), cell: ({ action }) => <Action action={action} /> },
  { id: 'who', head: t('who'), cell: (entry) => <Actor entry={entry} /> },
  {
    id: 'target',
    head: t('target'),
    quiet: true,
    narrow: 'hide',
    cell: ({ target }) =>
      target && <span className="block max-w-200 truncate font-mono text-caption">{`${target.type} ${shortId(target.id)}`}</span>,
  },
  { id: 'from', head: t('from'), quiet: true, narrow: 'hide', cell: ({ address }) => address },
  { id: 'time', head: t('time'), align: 'end', quiet: true, narrow: 'hide', cell: ({ happenedAt }) => <Time at={happenedAt} /> },
]

/** Ids are cut to their beginning; a role is known by its name, which is said whole. */
const shortId = (id: string): string => id.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/i, '$1')

function Action({ action }: { action: string }) {
  const Drawing = actionIcon(action)
  return (
    <span className="flex min-w-0 items-center gap-10">
      <Drawing className="text-muted" />
      <span className="truncate">{actionText(action)}</span>
    </span>
  )
}

/** Everything that was done on the platform, the latest first. An open entry has its own address. */
export default function AuditLog() {
  const { at, set } = useAddress()
  const { query: who, is, org, name, of } = at
  const asked = { query: who, is, org, name, of }
  const query = useStream<PlatformEntry>(['admin', 'audit', asked], (from) => readEntries(asked, from))
  const opened = openedOf(rowsOf(query.data), at.dialog, (dialog) => set({ dialog }))
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  return (
    <>
      <Stream
        empty={<Empty icon={ListIcon} text={t('emptyText')} title={t('emptyTitle')} />}
        filters={<Filters at={at} set={set} />}
        head={
          <PageHeader lead={t('lead')} title={t('title')}>
            <Export at={asked} />
          </PageHeader>
        }
        isFiltered={isFiltered}
        nothingFits={t('nothingFits')}
        onClear={() => set({ query: undefined, is: undefined, org: undefined, name: undefined, of: undefined })}
        query={query}
        table={{
          label: t('title'),
          columns,
          idOf: ({ id }) => id,
          nameOf: ({ action }) => actionText(action),
          hrefOf: ({ id }) => hrefOf({ ...asked, dialog: id }),
          dense: true,
        }}
      />
      {opened !== undefined && <EntryDrawer entry={opened.row} walk={opened.walk} />}
    </>
  )
}

function Filters({ at, set }: { at: At; set: ReturnType<typeof useAddress>['set'] }) {
  const person = useQuery({ ...personQuery(at.of ?? ''), enabled: at.of !== undefined })
  const organization = useQuery({ ...organizationQuery(at.org ?? ''), enabled: at.org !== undefined })
  return (
    <FilterBar
      filters={[
        { id: 'name', label: t('about'), options: groups.map((value) => ({ value, label: t(`groups.${value}`) })) },
        { id: 'is', label: t('period'), options: periods.map((value) => ({ value, label: t(`periods.${value}`) })) },
        ...givenFilter({ id: 'of', label: t('person'), value: at.of, name: person.data?.user.name }),
        ...givenFilter({ id: 'org', label: t('organization'), value: at.org, name: organization.data?.name }),
      ]}
      onQuery={(query) => set({ query: query || undefined })}
      onValues={({ name, is, of, org }) => set({ name, is, of, org })}
      placeholder={t('search')}
      query={at.query}
      values={{ name: at.name, is: at.is, of: at.of, org: at.org }}
    />
  )
}

/** The same entries as a file, which the server writes. */
function Export({ at }: { at: Parameters<typeof exportAddress>[0] }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const href = await exportAddress(at)
    setBusy(false)
    Object.assign(document.createElement('a'), { href, download: 'audit-log.csv' }).click()
  }
  return (
    <Button busy={busy} icon={DownloadIcon} onClick={() => void run()}>
      {words('csv')}
    </Button>
  )
}
