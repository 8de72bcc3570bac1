import { useState } from 'react'
import { discountCommands } from '#web/parts/discounts/commands.tsx'
import { DeleteDiscountDialog } from '#web/parts/discounts/delete-dialog.tsx'
import { discountText } from '#web/parts/discounts/labels.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { DiscountStatus } from '#web/parts/discounts/status.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { PercentIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { discountFilters } from './discount.list.ts'

type Discount = Item<'discounts'>

const states = ['active', 'scheduled', 'ended', 'used_up'] as const satisfies readonly Discount['status'][]

/** All discounts of a merchant. */
export default resourceList({
  call: 'discounts',
  kinds: discountFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: () => ({
    status: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    created: { label: () => t('created') },
  }),
  queryOf: ({ status, created = {} }, query) => ({ query, status: status as Discount['status'][] | undefined, ...instantsOf(created) }),
  columns: [
    { id: 'name', head: () => t('name'), cell: ({ name }) => name, sort: 'name' },
    { id: 'status', head: () => t('status'), cell: (discount) => <DiscountStatus discount={discount} />, optional: true },
    {
      id: 'code',
      head: () => t('code'),
      cell: ({ code }) =>
        code === null ? <span className="text-muted">{t('noCode')}</span> : <span className="font-mono text-caption">{code}</span>,
      narrow: 'hide',
      sort: 'code',
      optional: true,
    },
    { id: 'off', head: () => t('off'), cell: (discount) => <Off discount={discount} />, narrow: 'second', optional: true },
    {
      id: 'redeemed',
      head: () => t('redeemed'),
      cell: (discount) => <Redeemed discount={discount} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'redemptions_count',
      optional: true,
    },
    {
      id: 'ends',
      head: () => t('ends'),
      cell: ({ endsAt }) => (endsAt === null ? t('never') : <Time as="day" at={endsAt} />),
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
    },
  ],
  nameOf: ({ name }) => name,
  hrefOf: ({ id }, at) => `${at}/discounts/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ action }) => <Empty action={action} icon={PercentIcon} text={t('empty.text')} title={t('empty.title')} />,
  useActions: useDiscountActions,
})

function Off({ discount }: { discount: Discount }) {
  const { locale } = useLanguage()
  return discountText(discount, locale)
}

function Redeemed({ discount: { redemptionsCount, maxRedemptions } }: { discount: Discount }) {
  const { locale } = useLanguage()
  const count = new Intl.NumberFormat(locale).format
  return maxRedemptions === null
    ? count(redemptionsCount)
    : t('redeemedOf', { redeemed: count(redemptionsCount), max: count(maxRedemptions) })
}

function useDiscountActions({ at, go }: ListPlace): ListActions<Discount> {
  const [deleting, setDeleting] = useState<Discount | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const onDelete = (discount: Discount) => {
    setDeleting(discount)
    setIsOpen(true)
  }
  return {
    create: {
      id: 'discount-new',
      label: t('actions.new'),
      icon: PlusIcon,
      run: () => go(`${at}/discounts/new`),
      shortcut: 'c',
      needs: 'discounts:write',
    },
    commandsOf: (discount) => {
      const commands = discountCommands(discount, { href: `${at}/discounts/${discount.id}`, go, onDelete })
      return [[commands.open, commands.edit, ...commands.copyCode, commands.copyId], [commands.remove]]
    },
    overlays: <DeleteDiscountDialog discount={deleting} onClose={() => setIsOpen(false)} open={isOpen} />,
  }
}
