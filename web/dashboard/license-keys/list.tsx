import { lazy, Suspense, useState } from 'react'
import { CustomerName, nameOf } from '#web/parts/customers/identity.tsx'
import { type KeyDialogName, licenseKeyCommands } from '#web/parts/license-keys/commands.tsx'
import { t } from '#web/parts/license-keys/messages.ts'
import { LicenseKeyStatus } from '#web/parts/license-keys/status.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { KeyShapeIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { BenefitTabs } from '../benefits/tabs.tsx'
import { licenseKeyFilters } from './license-key.list.ts'

const KeyDialog = lazy(() => import('./key-dialog.tsx'))

type LicenseKey = Item<'licenseKeys'>

const states = ['granted', 'disabled', 'revoked'] as const satisfies readonly LicenseKey['status'][]

/** "2 of 5", or the number alone where there is no limit. */
const ofLimit = (count: number, limit: number | null) =>
  limit === null ? String(count) : t('of', { used: String(count), limit: String(limit) })

/** The license keys of all customers, newest first. */
export default resourceList({
  call: 'licenseKeys',
  kinds: licenseKeyFilters,
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  tabs: ({ at }) => <BenefitTabs at={at} tab="licenseKeys" />,
  filters: ({ organization }) => ({
    status: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
    benefit: { label: () => t('benefit'), ...referenceTo('benefits', organization.id, ({ description }) => description) },
    created: { label: () => t('created') },
  }),
  queryOf: ({ status, customer, benefit, created = {} }, query) => ({
    query,
    status: status as LicenseKey['status'][] | undefined,
    customerId: customer,
    benefitId: benefit,
    ...instantsOf(created),
  }),
  columns: [
    {
      id: 'key',
      head: () => t('key'),
      cell: ({ displayKey }) => (
        <span className="font-mono text-caption" translate="no">
          {displayKey}
        </span>
      ),
    },
    { id: 'status', head: () => t('status'), cell: (licenseKey) => <LicenseKeyStatus licenseKey={licenseKey} />, optional: true },
    {
      id: 'customer',
      head: () => t('customer'),
      cell: ({ customer }) => (
        <span className="block max-w-240 truncate">
          <CustomerName customer={customer} />
        </span>
      ),
      narrow: 'second',
      optional: true,
    },
    {
      id: 'usage',
      head: () => t('usage'),
      cell: ({ usage, limitUsage }) => ofLimit(usage, limitUsage),
      align: 'end',
      narrow: 'hide',
      optional: true,
    },
    {
      id: 'expires',
      head: () => t('expires'),
      cell: ({ expiresAt }) => (expiresAt === null ? t('never') : <Time as="day" at={expiresAt} />),
      align: 'end',
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
      optional: true,
    },
  ],
  nameOf: ({ displayKey }) => displayKey,
  hrefOf: ({ id }, at) => `${at}/benefits/license-keys/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ at }) => (
    <Empty
      action={
        <a className={buttonClass({ variant: 'primary' })} href={`${at}/benefits`}>
          {t('empty.action')}
        </a>
      }
      icon={KeyShapeIcon}
      text={t('empty.text')}
      title={t('empty.title')}
    />
  ),
  useActions: useKeyActions,
})

function useKeyActions({ organization: { slug }, go }: ListPlace): ListActions<LicenseKey> {
  const [dialog, setDialog] = useState<{ readonly name: KeyDialogName; readonly licenseKey: LicenseKey }>()
  return {
    commandsOf: (licenseKey) => {
      const onDialog = (name: KeyDialogName) => setDialog({ name, licenseKey })
      const { open, customer, benefit, copyKey, edit, toggle, reissue, revoke } = licenseKeyCommands(licenseKey, { slug, go, onDialog })
      const changes = [edit, toggle, reissue, revoke].filter((one) => one !== undefined)
      return [[open, copyKey], [customer, benefit], changes]
    },
    overlays: dialog !== undefined && (
      <Suspense>
        <KeyDialog {...dialog} onClose={() => setDialog(undefined)} />
      </Suspense>
    ),
  }
}
