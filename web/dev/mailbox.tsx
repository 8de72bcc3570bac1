import { useCallback, useEffect, useState } from 'react'
import { type CallError, createHttp } from '#client/http.ts'
import { errorText } from '#web/error-text.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Card } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { Failure } from '#web/ui/display/failure.tsx'
import { EnvelopeIcon, RefreshIcon } from '#web/ui/icons/index.ts'
import { Text } from '#web/ui/text/text.tsx'
import { Time } from '#web/ui/text/time.tsx'
import type { MailLine } from './mail-types.ts'
import { Message } from './message.tsx'
import { t } from './messages.ts'

const http = createHttp()
const chosenId = () => new URLSearchParams(location.search).get('id')

/** `/dev/mail`: the emails that would have been sent, newest first. The `id` parameter names the open one. */
export function Mailbox() {
  const [lines, setLines] = useState<readonly MailLine[] | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [chosen, setChosen] = useState(chosenId)
  const load = useCallback(async () => {
    const result = await http.call<{ items: readonly MailLine[] }>({ method: 'GET', path: '/dev/mail/messages' })
    setError(result.error)
    if (result.data !== null) setLines(result.data.items)
  }, [])
  useEffect(() => {
    document.title = `${t('mail.title')} · Guildhall`
    void load()
    const onPopState = () => setChosen(chosenId())
    window.addEventListener('popstate', onPopState)
    window.addEventListener('focus', load)
    return () => {
      window.removeEventListener('popstate', onPopState)
      window.removeEventListener('focus', load)
    }
  }, [load])
  const choose = (id: string) => {
    history.pushState(null, '', `?id=${encodeURIComponent(id)}`)
    setChosen(id)
  }
  return (
    <main className="mx-auto max-w-1184 px-16 py-24 wide:px-32">
      <PageHeader lead={t('mail.description')} title={t('mail.title')}>
        <Button icon={RefreshIcon} onClick={() => void load()}>
          {t('mail.refresh')}
        </Button>
      </PageHeader>
      {error !== null && <Failure onRetry={() => void load()} requestId={error.requestId} text={errorText(error)} />}
      {error === null && lines?.length === 0 && <Empty icon={EnvelopeIcon} text={t('mail.emptyText')} title={t('mail.emptyTitle')} />}
      {error === null && lines !== null && lines.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-24 desk:grid-cols-[320px_minmax(0,1fr)]">
          <Card label={t('mail.list')}>
            <ul className="divide-y divide-line">
              {lines.map((line) => (
                <li key={line.id}>
                  <Line chosen={line.id === chosen} line={line} onChoose={choose} />
                </li>
              ))}
            </ul>
          </Card>
          {chosen === null ? <Text tone="muted">{t('mail.choose')}</Text> : <Message id={chosen} key={chosen} />}
        </div>
      )}
    </main>
  )
}

function Line({ line, chosen, onChoose }: { line: MailLine; chosen: boolean; onChoose: (id: string) => void }) {
  return (
    <a
      aria-current={chosen ? 'true' : undefined}
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] gap-2 px-16 py-10 text-label first:rounded-t-card hover:bg-hover',
        chosen && 'bg-selected',
      )}
      href={`?id=${encodeURIComponent(line.id)}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onChoose(line.id)
      }}
    >
      <span className="flex items-baseline justify-between gap-12">
        <span className="min-w-0 truncate font-strong">{line.subject}</span>
        <span className="flex-none text-caption text-muted">
          <Time at={line.sent_at} />
        </span>
      </span>
      <span className="truncate text-caption text-muted">{t('mail.to', { to: line.to })}</span>
    </a>
  )
}
