import { useQuery } from '@tanstack/react-query'
import type { AdminEmailSummary } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { unwrap } from '#web/api.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { administration } from '../client.ts'
import { languageName } from './language-name.ts'
import { t } from './messages.ts'

const columns: readonly Column<AdminEmailSummary>[] = [
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

/** All emails that the application sends. */
export default function Emails() {
  const query = useQuery({
    queryKey: ['admin', 'emails'],
    queryFn: ({ signal }) => administration.listEmails({ signal }).then(unwrap),
  })
  return (
    <>
      <PageHeader lead={t('description')} title={t('title')} />
      <QueryContent query={query}>
        {({ emails }) => (
          <Table
            columns={columns}
            hrefOf={({ name }) => adminHref('emails', name)}
            idOf={({ name }) => name}
            label={t('title')}
            nameOf={({ name }) => name}
            rows={emails}
          />
        )}
      </QueryContent>
    </>
  )
}
