import type { BenefitGrant } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, CycleIcon, GiftIcon, ReceiptIcon, RefreshIcon, UserIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { detailHref } from '../detail-href.ts'
import { t } from './messages.ts'

/** The input that the commands of a grant need from their page. */
export interface GrantCommandOptions {
  readonly slug: string
  readonly go: (href: string) => void
  readonly onRetry: (id: string) => void
}

/** The commands of a grant; `retry` and the source only where they apply. */
export function grantCommands(grant: BenefitGrant, { slug, go, onRetry }: GrantCommandOptions) {
  const { id, customerId, benefitId, orderId, subscriptionId, error } = grant
  const customer: Command = {
    id: 'grant-customer',
    label: t('actions.customer'),
    icon: UserIcon,
    run: () => go(detailHref(slug, 'customers', customerId)),
    needs: 'customers:read',
  }
  const benefit: Command = {
    id: 'grant-benefit',
    label: t('actions.benefit'),
    icon: GiftIcon,
    run: () => go(detailHref(slug, 'benefits', benefitId)),
  }
  const order: Command | undefined =
    orderId === null
      ? undefined
      : {
          id: 'grant-order',
          label: t('actions.order'),
          icon: ReceiptIcon,
          run: () => go(detailHref(slug, 'orders', orderId)),
          needs: 'orders:read',
        }
  const subscription: Command | undefined =
    subscriptionId === null
      ? undefined
      : {
          id: 'grant-subscription',
          label: t('actions.subscription'),
          icon: CycleIcon,
          run: () => go(detailHref(slug, 'subscriptions', subscriptionId)),
          needs: 'subscriptions:read',
        }
  const copyId: Command = {
    id: 'grant-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(id, t('actions.idCopied')),
  }
  const retry: Command | undefined =
    error === null
      ? undefined
      : { id: 'grant-retry', label: t('actions.retry'), icon: RefreshIcon, run: () => onRetry(id), needs: 'benefits:write' }
  return { retry, customer, benefit, source: order ?? subscription, copyId }
}
