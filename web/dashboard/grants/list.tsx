import { lazy, Suspense } from 'react'
import { tKind } from '#web/parts/benefits/messages.ts'
import { CustomerName, nameOf } from '#web/parts/customers/identity.tsx'
import { grantCommands } from '#web/parts/grants/commands.tsx'
import { t } from '#web/parts/grants/messages.ts'
import { fixOf, type GrantState, stateSince } from '#web/parts/grants/state.ts'
import { GrantStatus } from '#web/parts/grants/status.tsx'
import { useRetry } from '#web/parts/grants/use-retry.ts'
import { openRow } from '#web/shell/list/open-row.ts'
import { referenceTo } from '#web/shell/list/reference.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import type { maybeText } from '#web/shell/pages/search-values.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { GiftIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { BenefitTabs } from '../benefits/tabs.tsx'
import { FailuresSwitch } from './failures-switch.tsx'
import { grantFilters } from './grant.list.ts'

const GrantDrawer = lazy(() => import('./grant-drawer.tsx'))

type Grant = Item<'benefitGrants'>

const states = ['failed', 'waiting', 'pending', 'granted', 'revoked'] as const satisfies readonly GrantState[]

/** The benefits that customers have, and what went wrong. An open grant has its own URL. */
export default resourceList({
  call: 'benefitGrants',
  kinds: grantFilters,
  sort: '-created_at',
  title: () => t('title'),
  count: (count) => t('count', { count }),
  tabs: ({ at }) => <BenefitTabs at={at} tab="grants" />,
  above: ({ state }, { at }) => <FailuresSwitch path={`${at}/benefits/grants`} state={state} />,
  filters: ({ organization }) => ({
    state: { label: () => t('status'), options: () => states.map((value) => ({ value, label: t(`states.${value}`) })) },
    customer: { label: () => t('customer'), ...referenceTo('customers', organization.id, nameOf) },
    benefit: { label: () => t('benefit'), ...referenceTo('benefits', organization.id, ({ description }) => description) },
  }),
  queryOf: ({ state, customer, benefit }) => ({ state: state as GrantState[] | undefined, customerId: customer, benefitId: benefit }),
  columns: [
    {
      id: 'customer',
      head: () => t('customer'),
      cell: ({ customer }) => (
        <span className="block max-w-200 truncate">
          <CustomerName customer={customer} />
        </span>
      ),
    },
    { id: 'status', head: () => t('status'), cell: (grant) => <GrantStatus grant={grant} /> },
    {
      id: 'benefit',
      head: () => t('benefit'),
      cell: ({ benefit }) => <span className="block max-w-200 truncate">{benefit.description}</span>,
      narrow: 'second',
      optional: true,
    },
    {
      id: 'type',
      head: () => t('type'),
      cell: ({ benefit }) => tKind(`${benefit.type}.name`),
      quiet: true,
      narrow: 'hide',
      optional: true,
      isHidden: true,
    },
    {
      id: 'problem',
      head: () => t('reason'),
      cell: (grant) => <Problem grant={grant} />,
      quiet: true,
      narrow: 'hide',
      optional: true,
    },
    {
      id: 'since',
      head: () => t('since'),
      cell: (grant) => <Time at={stateSince(grant)} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      optional: true,
    },
  ],
  nameOf: ({ customer, benefit }) => `${nameOf(customer)}, ${benefit.description}`,
  hrefOf: ({ id }) => withGrant(id),
  noMatches: () => t('noMatches'),
  empty: ({ at }) => (
    <Empty
      action={
        <a className={buttonClass({ variant: 'primary' })} href={`${at}/benefits`}>
          {t('empty.action')}
        </a>
      }
      icon={GiftIcon}
      text={t('empty.text')}
      title={t('empty.title')}
    />
  ),
  useActions: useGrantActions,
})

function Problem({ grant }: { grant: Grant }) {
  const fix = fixOf(grant)
  return fix !== undefined && <span className="block max-w-240 truncate">{t(`fix.${fix}`)}</span>
}

/** The URL of this page with the grant open. */
function withGrant(id: string): string {
  const search = new URLSearchParams(location.search)
  search.set('grant', id)
  return `${location.pathname}?${search}`
}

function useGrantActions({ organization: { slug }, go }: ListPlace, grants: readonly Grant[]): ListActions<Grant> {
  const { at, set } = usePageSearch<{ readonly grant: typeof maybeText }>()
  const retry = useRetry()
  const open = (grant: string | undefined) => set({ grant })
  const opened = openRow(grants, at.grant, open)
  return {
    commandsOf: (grant) => {
      const commands = grantCommands(grant, { slug, go, onRetry: retry.run })
      const show = { id: 'grant-open', label: t('actions.open'), icon: OpenIcon, run: () => open(grant.id), shortcut: 'enter' } as const
      return [
        [show, ...(commands.retry === undefined ? [] : [commands.retry])],
        [commands.customer, commands.benefit, ...(commands.source === undefined ? [] : [commands.source])],
        [commands.copyId],
      ]
    },
    overlays: at.grant !== undefined && (
      <Suspense fallback={null}>
        <GrantDrawer
          id={at.grant}
          listed={opened?.row}
          onClose={() => open(undefined)}
          onNext={opened?.onNext}
          onPrevious={opened?.onPrevious}
        />
      </Suspense>
    ),
  }
}
