import type { PlatformEntry } from '#client/types.ts'
import { cursorRows } from '#web/shell/list/auth-sources.ts'
import { openRow } from '#web/shell/list/open-row.ts'
import type { ListActions } from '#web/shell/list/surface-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { ListIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { type AdminPlace, adminList } from '../admin-list.ts'
import { administration } from '../client.ts'
import { organizationReference, userReference } from '../references.ts'
import { auditFilters } from '../search.ts'
import { Actor, actionIcon, actionText } from './entry.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { t } from './messages.ts'
import { exportHref, groups, toEntryFilter } from './query.ts'

/** The audit log of the platform, newest first. An open entry has its own URL. */
export default adminList({
  name: 'admin/audit',
  source: cursorRows({ key: ['admin', 'audit'], call: administration.listAuditEntries, rowsOf: ({ entries }) => entries }),
  kinds: auditFilters,
  title: () => t('title'),
  lead: () => t('description'),
  filters: () => ({
    name: { label: () => t('category'), options: () => groups.map((value) => ({ value, label: t(`groups.${value}`) })) },
    date: { label: () => t('date') },
    actor: { label: () => t('actor'), ...userReference },
    of: { label: () => t('user'), ...userReference },
    org: { label: () => t('organization'), ...organizationReference },
  }),
  queryOf: toEntryFilter,
  columns: [
    { id: 'what', head: () => t('event'), cell: (entry) => <Action entry={entry} /> },
    { id: 'who', head: () => t('actor'), cell: (entry) => <Actor entry={entry} /> },
    {
      id: 'target',
      optional: true,
      head: () => t('target'),
      quiet: true,
      narrow: 'hide',
      cell: ({ target }) =>
        target && <span className="block max-w-200 truncate font-mono text-caption">{`${target.type} ${shortId(target.id)}`}</span>,
    },
    { id: 'from', optional: true, head: () => t('ipAddress'), quiet: true, narrow: 'hide', cell: ({ address }) => address },
    {
      id: 'time',
      optional: true,
      head: () => t('date'),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      cell: ({ happenedAt }) => <Time at={happenedAt} />,
    },
  ],
  exportOf: exportHref,
  nameOf: actionText,
  hrefOf: ({ id }, { dialogHref }) => dialogHref(id),
  noMatches: () => t('noMatches'),
  empty: () => <Empty icon={ListIcon} text={t('emptyText')} title={t('emptyTitle')} />,
  useActions,
})

function useActions({ dialog, open }: AdminPlace, entries: readonly PlatformEntry[]): ListActions<PlatformEntry> {
  const selected = openRow(entries, dialog, open)
  if (selected === undefined) return {}
  const { row, ...navigation } = selected
  return { overlays: <EntryDrawer entry={row} navigation={navigation} /> }
}

/** UUIDs are shortened; any other id is the name of a role and shows in full. */
const shortId = (id: string): string => id.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}$/i, '$1')

function Action({ entry }: { entry: PlatformEntry }) {
  const IconComponent = actionIcon(entry.action)
  return (
    <span className="flex min-w-0 items-center gap-10">
      <IconComponent className="text-muted" />
      <span className="truncate">{actionText(entry)}</span>
    </span>
  )
}
