import { useQuery } from '@tanstack/react-query'
import type { AdminEmail } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { callErrorOf, unwrap } from '#web/api.ts'
import { MailFrame } from '#web/parts/mail-frame.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { administration } from '../client.ts'
import { useResourceId } from '../use-resource.ts'
import { EmailLanguage, useEmailLanguage } from './email-language.tsx'
import { t } from './messages.ts'

/** One email with its sample values: in each language, light and dark, and as plain text. */
export default function EmailDetail() {
  const name = useResourceId()
  const { locale } = useEmailLanguage()
  const crumb = { label: t('title'), href: `${adminHref('emails')}${location.search}` }
  const query = useQuery({
    queryKey: ['admin', 'email', name, locale],
    queryFn: ({ signal }) => administration.getEmail({ name, locale }, { signal }).then(unwrap),
  })
  if (callErrorOf(query)?.status === 404) return <NotFound />
  return (
    <>
      {query.data === undefined && <PageHeader crumb={crumb} title={<span translate="no">{name}</span>} />}
      <QueryContent query={query}>
        {(email) => (
          <>
            <PageHeader
              crumb={crumb}
              lead={<span className="font-mono text-caption">{name}</span>}
              title={<span lang={locale}>{email.subject}</span>}
            >
              <EmailLanguage locales={email.locales} />
            </PageHeader>
            <EmailPreview email={email} />
          </>
        )}
      </QueryContent>
    </>
  )
}

function EmailPreview({ email }: { email: AdminEmail }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24 desk:grid-cols-2">
      {(['light', 'dark'] as const).map((scheme) => (
        <Card key={scheme}>
          <CardHead lined title={t(scheme)} />
          <MailFrame html={email.html} scheme={scheme} title={t('frame', { subject: email.subject, scheme: t(scheme) })} />
        </Card>
      ))}
      <div className="min-w-0 desk:col-span-2">
        <Card>
          <CardHead title={t('text')} />
          <CardBody underHead>
            <Code name={t('text')} text={email.text} />
          </CardBody>
        </Card>
      </div>
    </div>
  )
}
