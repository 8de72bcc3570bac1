import { useQuery } from '@tanstack/react-query'
import type { AdminLetterName } from '#client/administration-types.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { unwrap } from '#web/api.ts'
import { Loaded } from '#web/shell/loaded.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { administration } from '../client.ts'
import { languageName } from './language-name.ts'
import { t } from './messages.ts'

const columns: readonly Column<AdminLetterName>[] = [
  { id: 'name', head: t('name'), cell: ({ name }) => <span className="font-mono text-caption">{name}</span> },
  {
    id: 'subject',
    head: t('subject'),
    quiet: true,
    narrow: 'hide',
    cell: ({ subject }) => <span className="block max-w-528 truncate">{subject}</span>,
  },
  { id: 'languages', head: t('languages'), quiet: true, cell: ({ locales }) => locales.map(languageName).join(', ') },
]

/** Every letter that the product sends. */
export default function Letters() {
  const query = useQuery({
    queryKey: ['admin', 'letters'],
    queryFn: ({ signal }) => administration.listEmails({ signal }).then(unwrap),
  })
  return (
    <>
      <PageHeader lead={t('lead')} title={t('title')} />
      <Loaded query={query}>
        {({ emails }) => (
          <Table
            columns={columns}
            hrefOf={({ name }) => adminPlace('emails', name)}
            idOf={({ name }) => name}
            label={t('title')}
            nameOf={({ name }) => name}
            rows={emails}
          />
        )}
      </Loaded>
    </>
  )
}
