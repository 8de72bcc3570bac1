import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AdminLetter } from '#client/administration-types.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { callErrorOf, unwrap } from '#web/api.ts'
import { language } from '#web/language.ts'
import { showMail } from '#web/parts/show-mail.ts'
import { Loaded } from '#web/shell/loaded.tsx'
import { NotFound } from '#web/shell/not-found.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Code } from '#web/ui/display/code.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { useAddress } from '../address.ts'
import { administration } from '../client.ts'
import { languageName } from './language-name.ts'
import { t } from './messages.ts'

const crumb = { label: t('title'), href: adminPlace('emails') }

/** One letter as it reads with its sample: in each language, light and dark, and as plain text. */
export default function Letter() {
  const { at, id: name = '', set } = useAddress()
  const locale = at.locale ?? language
  const query = useQuery({
    queryKey: ['admin', 'letter', name, locale],
    queryFn: ({ signal }) => administration.getEmail({ name, locale }, { signal }).then(unwrap),
  })
  if (callErrorOf(query)?.status === 404) return <NotFound />
  return (
    <>
      {query.data === undefined && <PageHeader crumb={crumb} title={name} />}
      <Loaded query={query}>
        {(letter) => (
          <>
            <PageHeader crumb={crumb} lead={<span className="font-mono text-caption">{name}</span>} title={letter.subject}>
              {letter.locales.length > 1 && (
                <Segmented
                  label={t('language')}
                  onChange={(value) => set({ locale: value === language ? undefined : value })}
                  options={letter.locales.map((value) => ({ value, label: languageName(value) }))}
                  value={letter.locale}
                />
              )}
            </PageHeader>
            <Shown letter={letter} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Shown({ letter }: { letter: AdminLetter }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-24 desk:grid-cols-2">
      {(['light', 'dark'] as const).map((scheme) => (
        <Card key={scheme}>
          <CardHead lined title={t(scheme)} />
          <Page html={letter.html} scheme={scheme} title={t('frame', { subject: letter.subject, scheme: t(scheme) })} />
        </Card>
      ))}
      <div className="min-w-0 desk:col-span-2">
        <Card>
          <CardHead title={t('text')} />
          <CardBody underHead>
            <Code name={t('text')} text={letter.text} />
          </CardBody>
        </Card>
      </div>
    </div>
  )
}

/** The letter in a frame that runs no script, as high as it is. */
function Page({ html, scheme, title }: { html: string; scheme: 'light' | 'dark'; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const { current } = frame
    if (current === null) return
    showMail(current, html, scheme)
    let width = 0
    const grow = () => {
      const content = current.contentDocument?.body
      if (!content || current.clientWidth === width) return
      width = current.clientWidth
      // Without a height of its own the body would fill that of the frame.
      current.style.height = '0'
      current.style.height = `${content.scrollHeight}px`
    }
    const watch = new ResizeObserver(grow)
    watch.observe(current)
    grow()
    return () => watch.disconnect()
  }, [html, scheme])
  return (
    <iframe
      className="block h-640 w-full rounded-b-card"
      ref={frame}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      title={title}
    />
  )
}
