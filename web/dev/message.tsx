import { useEffect, useRef, useState } from 'react'
import { type CallError, createHttp } from '#client/http.ts'
import { errorText } from '#web/error-text.ts'
import { showMail } from '#web/parts/show-mail.ts'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Failure } from '#web/ui/display/failure.tsx'
import { Tabs } from '#web/ui/display/tabs.tsx'
import { Heading, Text } from '#web/ui/text/text.tsx'
import { Time } from '#web/ui/text/time.tsx'
import type { Mail } from './mail-types.ts'
import { t } from './messages.ts'

const http = createHttp()

/** One email of the development inbox: as HTML, as plain text, its headers. */
export function Message({ id }: { id: string }) {
  const [mail, setMail] = useState<Mail | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [part, setPart] = useState<'html' | 'text' | 'headers'>('html')
  useEffect(() => {
    void http.call<Mail>({ method: 'GET', path: `/dev/mail/messages/${encodeURIComponent(id)}` }).then((result) => {
      setMail(result.data)
      setError(result.error)
    })
  }, [id])
  if (error !== null) return <Failure requestId={error.requestId} text={errorText(error)} />
  if (mail === null) return null
  return (
    <Card label={mail.subject}>
      <CardBody>
        <Heading level={2} size="dialog">
          {mail.subject}
        </Heading>
        <DescriptionList
          items={[
            [t('mail.from'), mail.from],
            [t('mail.recipient'), mail.to],
            [t('mail.sent'), <Time as="exact" at={mail.sent_at} key="sent" />],
          ]}
        />
        <Tabs
          label={t('mail.parts')}
          onChange={setPart}
          tabs={[
            { value: 'html', label: t('mail.html') },
            { value: 'text', label: t('mail.text') },
            { value: 'headers', label: t('mail.headers'), count: Object.keys(mail.headers).length },
          ]}
          value={part}
        >
          {part === 'html' &&
            (mail.html ? <HtmlPart html={mail.html} title={mail.subject} /> : <Text tone="muted">{t('mail.noHtml')}</Text>)}
          {part === 'text' && <Code name={t('mail.text')} text={mail.text ?? ''} />}
          {part === 'headers' && (
            <Code
              name={t('mail.headers')}
              text={Object.entries(mail.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
          )}
        </Tabs>
      </CardBody>
    </Card>
  )
}

/** The HTML in a frame that runs no scripts and submits no forms; its links open in a new tab. */
function HtmlPart({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current !== null) showMail(frame.current, html)
  }, [html])
  return (
    <iframe
      className="h-640 w-full rounded-well border border-line bg-surface"
      ref={frame}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      title={title}
    />
  )
}
