import type { UsageEvent } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, FilterIcon, OpenIcon, UserIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { detailHref } from '../detail-href.ts'
import { t } from './messages.ts'

/** The input that the commands of a usage event need from their page. */
export interface EventCommandOptions {
  readonly slug: string
  readonly go: (href: string) => void
  readonly onOpen: () => void
  /** Filters the list by a name. */
  readonly onName: (name: string) => void
}

/** The commands of a usage event; `customer` is missing while no customer has it. */
export function eventCommands({ id, name, customerId }: UsageEvent, { slug, go, onOpen, onName }: EventCommandOptions) {
  const open: Command = { id: 'event-open', label: t('actions.open'), icon: OpenIcon, run: onOpen, shortcut: 'enter' }
  const customer: Command | undefined =
    customerId === null
      ? undefined
      : {
          id: 'event-customer',
          label: t('actions.customer'),
          icon: UserIcon,
          run: () => go(detailHref(slug, 'customers', customerId)),
          needs: 'customers:read',
        }
  const sameName: Command = { id: 'event-name', label: t('actions.sameName'), icon: FilterIcon, run: () => onName(name) }
  const copyId: Command = {
    id: 'event-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(id, t('actions.idCopied')),
  }
  return { open, customer, sameName, copyId }
}
