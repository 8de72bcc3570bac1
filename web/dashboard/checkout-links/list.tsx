import { useState } from 'react'
import { linkCommands } from '#web/parts/checkout-links/commands.tsx'
import { DeleteLinkDialog } from '#web/parts/checkout-links/delete-dialog.tsx'
import { linkName, productNames } from '#web/parts/checkout-links/link-name.ts'
import { t } from '#web/parts/checkout-links/messages.ts'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { LinkIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { checkoutLinkFilters } from './checkout-link.list.ts'

type Link = Item<'checkoutLinks'>

/** All checkout links of a merchant. */
export default resourceList({
  call: 'checkoutLinks',
  kinds: checkoutLinkFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: () => ({ created: { label: () => t('created') } }),
  queryOf: ({ created = {} }, query) => ({ query, ...instantsOf(created) }),
  columns: [
    {
      id: 'label',
      head: () => t('label'),
      cell: (link) => <span className="block max-w-280 truncate">{linkName(link)}</span>,
      sort: 'label',
    },
    {
      id: 'products',
      head: () => t('products'),
      cell: (link) => <span className="block max-w-280 truncate">{productNames(link)}</span>,
      quiet: true,
      narrow: 'second',
      optional: true,
    },
    {
      id: 'discount',
      head: () => t('discount'),
      cell: ({ discount }) => discount?.name ?? t('noDiscount'),
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
  nameOf: linkName,
  hrefOf: ({ id }, at) => `${at}/checkout-links/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ action }) => <Empty action={action} icon={LinkIcon} text={t('empty.text')} title={t('empty.title')} />,
  useActions: useLinkActions,
})

function useLinkActions({ at, go }: ListPlace): ListActions<Link> {
  const [deleting, setDeleting] = useState<Link | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const onDelete = (link: Link) => {
    setDeleting(link)
    setIsOpen(true)
  }
  return {
    create: {
      id: 'link-new',
      label: t('actions.new'),
      icon: PlusIcon,
      run: () => go(`${at}/checkout-links/new`),
      shortcut: 'c',
      needs: 'checkout_links:write',
    },
    commandsOf: (link) => {
      const commands = linkCommands(link, { href: `${at}/checkout-links/${link.id}`, go, onDelete })
      return [[commands.open, commands.copyLink, commands.edit, commands.visit, commands.copyId], [commands.remove]]
    },
    overlays: <DeleteLinkDialog link={deleting} onClose={() => setIsOpen(false)} open={isOpen} />,
  }
}
