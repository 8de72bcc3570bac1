import { useQuery } from '@tanstack/react-query'
import type { AdminEmailSummary } from '#client/types.ts'
import { isOffered } from '#kernel/language/languages.ts'
import { adminHref } from '#web/admin/href.ts'
import { unwrap } from '#web/api.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { type Column, Table } from '#web/ui/display/table.tsx'
import { administration } from '../client.ts'
import { EmailLanguage, useEmailLanguage } from './email-language.tsx'
import { t } from './messages.ts'

const columns = (locale: string): readonly Column<AdminEmailSummary>[] => [
  { id: 'name', head: t('name'), cell: ({ name }) => <span className="font-mono text-caption">{name}</span> },
  {
    id: 'subject',
    head: t('subject'),
    quiet: true,
    narrow: 'hide',
    cell: ({ subject }) => (
      <span className="block max-w-528 truncate" lang={locale}>
        {subject}
      </span>
    ),
  },
]

/** All emails that the application sends, with their subjects in each language. */
export default function Emails() {
  const { locale } = useEmailLanguage()
  const query = useQuery({
    queryKey: ['admin', 'emails', locale],
    queryFn: ({ signal }) => administration.listEmails({ locale }, { signal }).then(unwrap),
  })
  return (
    <>
      <PageHeader lead={t(isOffered(locale) ? 'description' : 'descriptionCustomers')} title={t('title')}>
        <EmailLanguage />
      </PageHeader>
      <QueryContent query={query}>
        {({ emails }) => (
          <Table
            columns={columns(locale)}
            hrefOf={({ name }) => `${adminHref('emails', name)}${location.search}`}
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
