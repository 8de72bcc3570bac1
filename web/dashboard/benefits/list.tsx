import { lazy, Suspense, useState } from 'react'
import { benefitCommands } from '#web/parts/benefits/commands.tsx'
import { DeleteBenefitDialog } from '#web/parts/benefits/delete-dialog.tsx'
import { benefitTypes } from '#web/parts/benefits/kinds.ts'
import { t, tKind } from '#web/parts/benefits/messages.ts'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import type { maybeText } from '#web/shell/pages/search-values.ts'
import { Empty } from '#web/ui/display/empty.tsx'
import { GiftIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { benefitFilters } from './benefit.list.ts'
import { benefitText } from './kinds/texts.ts'
import { BenefitTabs } from './tabs.tsx'

const ConnectionReturn = lazy(() => import('../linked-accounts/connection-return.tsx'))
const ConnectionsDialog = lazy(() => import('../linked-accounts/connections-dialog.tsx'))

type Benefit = Item<'benefits'>

/** All benefits of a merchant. */
export default resourceList({
  call: 'benefits',
  kinds: benefitFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  tabs: ({ at }) => <BenefitTabs at={at} tab="benefits" />,
  filters: () => ({
    type: { label: () => t('type'), options: () => benefitTypes.map((value) => ({ value, label: tKind(`${value}.name`) })) },
    created: { label: () => t('created') },
  }),
  queryOf: ({ type, created = {} }, query) => ({
    query,
    type: type === undefined ? undefined : [type as Benefit['type']],
    ...instantsOf(created),
  }),
  columns: [
    { id: 'name', head: () => t('name'), cell: ({ description }) => description, sort: 'description' },
    { id: 'type', head: () => t('type'), cell: ({ type }) => tKind(`${type}.name`), narrow: 'second', optional: true },
    {
      id: 'gives',
      head: () => t('gives'),
      cell: (benefit) => <span className="block max-w-280 truncate">{benefitText(benefit)}</span>,
      quiet: true,
      narrow: 'hide',
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
  nameOf: ({ description }) => description,
  hrefOf: ({ id }, at) => `${at}/benefits/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ action }) => <Empty action={action} icon={GiftIcon} text={t('empty.text')} title={t('empty.title')} />,
  useActions: useBenefitActions,
})

function useBenefitActions({ at, go, dialog, open: openDialog }: ListPlace): ListActions<Benefit> {
  const { at: search } = usePageSearch<{ readonly linked: typeof maybeText; readonly link_error: typeof maybeText }>()
  const [deleting, setDeleting] = useState<Benefit | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const onDelete = (benefit: Benefit) => {
    setDeleting(benefit)
    setIsOpen(true)
  }
  return {
    create: {
      id: 'benefit-new',
      label: t('actions.new'),
      icon: PlusIcon,
      run: () => go(`${at}/benefits/new`),
      shortcut: 'c',
      needs: 'benefits:write',
    },
    commandsOf: (benefit) => {
      const { open, edit, copyId, remove } = benefitCommands(benefit, { href: `${at}/benefits/${benefit.id}`, go, onDelete })
      return [[open, edit, copyId], [remove]]
    },
    overlays: (
      <>
        <DeleteBenefitDialog benefit={deleting} onClose={() => setIsOpen(false)} open={isOpen} />
        <Suspense fallback={null}>
          {dialog === 'connections' && <ConnectionsDialog onClose={() => openDialog(undefined)} />}
          {(search.linked !== undefined || search.link_error !== undefined) && <ConnectionReturn />}
        </Suspense>
      </>
    ),
  }
}
