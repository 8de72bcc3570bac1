import type { OrganizationAuditEntry } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import { cursorRows } from '#web/shell/list/auth-sources.ts'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { openRow } from '#web/shell/list/open-row.ts'
import { toParams } from '#web/shell/list/params.ts'
import type { ListActions } from '#web/shell/list/resource-list.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Forbidden } from '#web/ui/display/failure.tsx'
import { CopyShapeIcon, ListIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { organizations } from '../client.ts'
import { useMembership } from '../membership.ts'
import { settingsList } from '../settings-list.ts'
import { actorFilter } from './actor-filter.ts'
import { entryFilters } from './entry.list.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { t } from './messages.ts'
import { actorName, entrySentence, namesOf } from './sentence.ts'

const groups = [
  'organization',
  'member',
  'invitation',
  'team',
  'role',
  'product',
  'benefit',
  'discount',
  'custom_field',
  'meter',
  'usage_alert',
  'checkout',
  'checkout_link',
  'customer',
  'order',
  'subscription',
  'organization_access_token',
  'webhook_endpoint',
] as const

/** The audit log of the organization, for members with permission to read it. */
export default function AuditLog() {
  const { may } = useMembership()
  if (may({ auditLog: ['read'] })) return <Log />
  return (
    <>
      <PageHeader title={t('title')} />
      <Forbidden text={t('forbidden')} />
    </>
  )
}

/** The entries, newest first; `/<id>` opens one of them. */
const Log = settingsList({
  name: 'settings/audit-log',
  source: cursorRows({ key: ['organization', 'log'], call: organizations.listAuditEntries, rowsOf: ({ entries }) => entries }),
  kinds: entryFilters,
  title: () => t('title'),
  lead: () => t('description'),
  filters: ({ membership: { organization } }) => ({
    status: { label: () => t('category'), options: () => groups.map((value) => ({ value, label: t(`groups.${value}`) })) },
    by: { label: () => t('actor'), ...actorFilter(organization) },
    time: { label: () => t('date') },
  }),
  queryOf: ({ status, by, time = {} }, _, { place }) => {
    const { createdAfter: from, createdBefore: to } = instantsOf(time)
    return { organizationId: place.membership.organization.id, action: status && `${status}.`, actorId: by, from, to }
  },
  columns: [
    { id: 'what', head: () => t('event'), cell: (entry) => <Sentence entry={entry} /> },
    {
      id: 'who',
      head: () => t('actor'),
      narrow: 'second',
      optional: true,
      cell: (entry) => <span className="block max-w-200 truncate">{actorName(entry)}</span>,
    },
    {
      id: 'from',
      head: () => t('ipAddress'),
      quiet: true,
      narrow: 'hide',
      optional: true,
      cell: ({ browser, address }) => (
        <span className="block max-w-160 truncate" title={browser ?? undefined}>
          {address ?? '—'}
        </span>
      ),
    },
    {
      id: 'when',
      head: () => t('date'),
      align: 'end',
      quiet: true,
      narrow: 'second',
      optional: true,
      cell: ({ happenedAt }) => <Time at={happenedAt} />,
    },
  ],
  nameOf: (entry, { membership }) => entrySentence(entry, namesOf(membership.organization)),
  exportOf: (query) => `/api/auth/organization/export-audit-entries?${toParams(query)}`,
  noMatches: () => t('noMatches'),
  empty: () => <Empty icon={ListIcon} text={t('emptyText')} title={t('emptyTitle')} />,
  useActions: ({ id, open, membership }, entries): ListActions<OrganizationAuditEntry> => {
    const selected = openRow(entries, id, open)
    return {
      itemsOf: (entry) => [
        { label: t('open'), icon: OpenIcon, shortcut: 'enter', onSelect: () => open(entry.id) },
        { label: t('copyId'), icon: CopyShapeIcon, onSelect: () => copy(entry.id, t('idCopied')) },
      ],
      overlays: selected && (
        <EntryDrawer {...selected} entry={selected.row} title={entrySentence(selected.row, namesOf(membership.organization))} />
      ),
    }
  },
})

function Sentence({ entry }: { entry: OrganizationAuditEntry }) {
  return entrySentence(entry, namesOf(useMembership().organization))
}
