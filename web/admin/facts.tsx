import { useQuery } from '@tanstack/react-query'
import type { FactRow } from '#client/administration-types.ts'
import { adminFacts } from '#locales/en/admin/facts.ts'
import { speaker } from '#locales/speaker.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { language } from '#web/language.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { FilterBar } from '#web/ui/display/filter-bar.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import type { Column } from '#web/ui/display/table.tsx'
import { PulseIcon } from '#web/ui/icons/index.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Status } from '#web/ui/text/status.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { type At, givenFilter, hrefOf, useAddress } from './address.ts'
import { administration } from './client.ts'
import { type CsvColumn, StreamExport } from './export-button.tsx'
import { organizationQuery } from './organizations/organization.ts'
import { openedOf, type ReadStream, rowsOf, Stream, useStream, type Walk } from './stream.tsx'

const t = speaker(language, adminFacts)
const states = ['waiting', 'relayed'] as const

const columns: readonly Column<FactRow>[] = [
  { id: 'name', head: t('name'), cell: ({ name }) => <span className="font-mono text-caption">{name}</span> },
  { id: 'state', head: t('state'), cell: (fact) => <FactState fact={fact} /> },
  { id: 'audience', head: t('audience'), quiet: true, narrow: 'hide', cell: ({ audience }) => t(`audiences.${audience}`) },
  {
    id: 'resource',
    head: t('resource'),
    quiet: true,
    narrow: 'hide',
    cell: ({ resourceId }) => <Id name={t('resource')} value={resourceId} />,
  },
  { id: 'time', head: t('time'), align: 'end', quiet: true, narrow: 'hide', cell: ({ happenedAt }) => <Time at={happenedAt} /> },
]
const csvColumns: readonly CsvColumn<FactRow>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['audience', ({ audience }) => audience],
  ['organization_id', ({ organizationId }) => organizationId],
  ['resource_id', ({ resourceId }) => resourceId],
  ['happened_at', ({ happenedAt }) => happenedAt],
  ['relayed_at', ({ relayedAt }) => relayedAt],
]

const reading =
  ({ query, org, of, is }: Pick<At, 'query' | 'org' | 'of' | 'is'>): ReadStream<FactRow> =>
  async (from, signal) => {
    const state = states.find((each) => each === is)
    const asked = { name: query?.trim(), organizationId: org, resourceId: of, state, ...from }
    const { data, error } = await administration.listFacts(asked, { signal })
    return error === null ? { data: { rows: data.facts, next: data.nextBefore }, error } : { data, error }
  }

/** The outbox, by name and organization, the latest first. An open fact has its own address. */
export default function Facts() {
  const { at, set } = useAddress()
  const asked = { query: at.query, org: at.org, of: at.of, is: at.is }
  const { org, of } = asked
  const read = reading(asked)
  const query = useStream(['admin', 'facts', asked], read)
  const organization = useQuery({ ...organizationQuery(org ?? ''), enabled: org !== undefined })
  const opened = openedOf(rowsOf(query.data), at.dialog, (dialog) => set({ dialog }))
  return (
    <>
      <Stream
        empty={<Empty icon={PulseIcon} text={t('emptyText')} title={t('emptyTitle')} />}
        filters={
          <FilterBar
            filters={[
              { id: 'is', label: t('state'), options: states.map((value) => ({ value, label: t(`states.${value}`) })) },
              ...givenFilter({ id: 'org', label: t('organization'), value: org, name: organization.data?.name }),
              ...givenFilter({ id: 'of', label: t('resource'), value: of, name: of?.slice(0, 8) }),
            ]}
            onQuery={(next) => set({ query: next || undefined })}
            onValues={(values) => set({ is: values['is'], org: values['org'], of: values['of'] })}
            placeholder={t('search')}
            query={at.query}
            values={{ is: at.is, org, of }}
          />
        }
        head={
          <PageHeader lead={t('lead')} title={t('title')}>
            <StreamExport columns={csvColumns} name="facts" read={read} />
          </PageHeader>
        }
        isFiltered={Object.values(asked).some((value) => value !== undefined)}
        nothingFits={t('nothingFits')}
        onClear={() => set({ query: undefined, org: undefined, of: undefined, is: undefined })}
        query={query}
        table={{
          label: t('title'),
          columns,
          idOf: ({ id }) => id,
          nameOf: ({ name }) => name,
          hrefOf: ({ id }) => hrefOf({ ...asked, dialog: id }),
          dense: true,
        }}
      />
      {opened !== undefined && <FactDrawer fact={opened.row} walk={opened.walk} />}
    </>
  )
}

function FactState({ fact }: { fact: FactRow }) {
  return fact.relayedAt === null ? <Status tone="info">{t('states.waiting')}</Status> : <Status tone="good">{t('states.relayed')}</Status>
}

function FactDrawer({ fact, walk }: { fact: FactRow; walk: Walk }) {
  return (
    <Drawer
      {...walk}
      nextLabel={t('next')}
      open
      previousLabel={t('previous')}
      title={<span className="font-mono text-body">{fact.name}</span>}
    >
      <DescriptionList
        facts={[
          [t('time'), <Time as="exact" at={fact.happenedAt} key="time" />],
          [t('heardAt'), fact.relayedAt === null ? t('notYet') : <Time as="exact" at={fact.relayedAt} key="heard" />],
          [t('audience'), t(`audiences.${fact.audience}`)],
          fact.organizationId !== null && [
            t('organization'),
            <Link href={adminPlace('organizations', fact.organizationId)} key="organization">
              {fact.organizationId.slice(0, 8)}
            </Link>,
          ],
          [t('resource'), <Id key="resource" name={t('resource')} value={fact.resourceId} />],
          [t('id'), <Id key="id" name={t('id')} value={fact.id} />],
        ]}
      />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <h3 className="text-label font-strong">{t('payload')}</h3>
        {fact.payload === null ? (
          <p className="text-label text-muted">{t('sealed')}</p>
        ) : (
          <JsonView name={t('payload')} value={fact.payload} />
        )}
      </section>
      <p className="text-label">
        <Link href={`${adminPlace('facts')}?of=${fact.resourceId}`}>{t('follow')}</Link>
      </p>
    </Drawer>
  )
}
