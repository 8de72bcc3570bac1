import { useState } from 'react'
import { ArchiveDialog } from '#web/parts/meters/archive-dialog.tsx'
import { meterCommands } from '#web/parts/meters/commands.tsx'
import { aggregationText } from '#web/parts/meters/labels.ts'
import { t } from '#web/parts/meters/messages.ts'
import { MeterStatus } from '#web/parts/meters/status.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { GaugeIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { meterFilters } from './meter.list.ts'

type Meter = Item<'meters'>

/** All meters of a merchant. */
export default resourceList({
  call: 'meters',
  kinds: meterFilters,
  sort: 'name',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: () => ({
    status: {
      label: () => t('status'),
      options: () => [
        { value: 'active', label: t('active') },
        { value: 'archived', label: t('archived') },
      ],
    },
    created: { label: () => t('created') },
  }),
  queryOf: ({ status, created = {} }, query) => ({
    query,
    isArchived: status === undefined ? undefined : status === 'archived',
    ...instantsOf(created),
  }),
  columns: [
    { id: 'name', head: () => t('name'), cell: ({ name }) => name, sort: 'name' },
    { id: 'status', head: () => t('status'), cell: (meter) => <MeterStatus meter={meter} />, optional: true },
    {
      id: 'measures',
      head: () => t('measures'),
      cell: ({ aggregation }) => <span className="block max-w-280 truncate">{aggregationText(aggregation)}</span>,
      quiet: true,
      narrow: 'second',
      optional: true,
    },
    {
      id: 'created',
      head: () => t('created'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: ({ name }) => name,
  hrefOf: ({ id }, at) => `${at}/usage/meters/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ action }) => <Empty action={action} icon={GaugeIcon} text={t('empty.text')} title={t('empty.title')} />,
  useActions: useMeterActions,
})

function useMeterActions({ at, go }: ListPlace): ListActions<Meter> {
  const [archiving, setArchiving] = useState<Meter | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const onArchive = (meter: Meter) => {
    setArchiving(meter)
    setIsOpen(true)
  }
  return {
    create: {
      id: 'meter-new',
      label: t('actions.new'),
      icon: PlusIcon,
      run: () => go(`${at}/usage/meters/new`),
      shortcut: 'c',
      needs: 'meters:write',
    },
    commandsOf: (meter) => {
      const { open, edit, copyId, archive } = meterCommands(meter, { href: `${at}/usage/meters/${meter.id}`, go, onArchive })
      return [[open, edit, copyId], [archive]]
    },
    overlays: <ArchiveDialog meter={archiving} onClose={() => setIsOpen(false)} open={isOpen} />,
  }
}
